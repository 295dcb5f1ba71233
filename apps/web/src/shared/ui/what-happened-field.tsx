import { Text, Textarea, type TextareaProps } from '@mantine/core';
import { countedLength, REPORT_MAX } from '@spareswipe/contract';

/** A student's own words in a report or about a strike, with a counter. Crossing the limit is said at once. */
export function WhatHappenedField({ value, ...field }: TextareaProps & { value?: string }) {
  const length = countedLength(value ?? '');
  return (
    <>
      <Textarea
        label="What happened?"
        description={`${length}/${REPORT_MAX}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        dir="auto"
        rows={4}
        aria-required
        value={value}
        {...field}
      />
      {length > REPORT_MAX && (
        <Text size="sm" role="alert">
          This cannot be more than {REPORT_MAX} characters.
        </Text>
      )}
    </>
  );
}
