import { Textarea } from '@mantine/core';
import { OPERATOR_REASON_MAX } from '@spareswipe/contract';

interface Props {
  label?: string;
  /** Who reads it. */
  description?: string;
}

/** Why an operator does something. */
export const Reason = ({ label = 'Reason', description = 'The student reads it' }: Props) => (
  <Textarea label={label} description={description} name="reason" rows={2} maxLength={OPERATOR_REASON_MAX} />
);
