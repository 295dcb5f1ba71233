import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { useRef } from 'react';
import { correctedPhone } from './corrected-phone';

interface Props extends TextInputProps {
  value?: string;
  onCorrect: (phoneNumber: string) => void;
}

/** A phone number. Below a refusal it offers the number that was certainly meant, if there is one, to apply with one press. */
export function PhoneField({ onCorrect, ...input }: Props) {
  const control = useRef<HTMLInputElement>(null);
  const corrected = input.error ? correctedPhone(input.value ?? '') : undefined;
  return (
    <div>
      <TextInput
        label="Phone number"
        type="tel"
        autoComplete="tel"
        placeholder="617 555 0100"
        aria-required
        description="Begin with a + or a digit, but not 0. Only your match sees it."
        {...input}
        ref={control}
      />
      {corrected && (
        <Button
          variant="default"
          mt="xs"
          onClick={() => {
            onCorrect(corrected);
            control.current?.focus();
          }}
        >
          Use {corrected}
        </Button>
      )}
    </div>
  );
}
