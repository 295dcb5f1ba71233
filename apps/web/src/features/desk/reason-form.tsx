import { OPERATOR_REASON_MAX } from '@spareswipe/contract';
import type { ComponentProps, ReactNode } from 'react';
import { Textarea } from './desk-fields';
import { DeskForm, textOf } from './desk-form';

interface FieldProps {
  label?: string;
  /** Who reads it. */
  description?: string;
}

/** Why an operator does something. */
export const Reason = ({ label = 'Reason', description = 'The student reads it' }: FieldProps) => (
  <Textarea
    label={label}
    description={description}
    name="reason"
    aria-required
    rows={2}
    maxLength={OPERATOR_REASON_MAX}
  />
);

interface Props extends Omit<ComponentProps<typeof DeskForm>, 'send' | 'children'> {
  reason?: FieldProps;
  children?: ReactNode;
  /** Sends the reason, and what was entered in the fields above it; throws an ApiError. */
  send: (reason: string, data: FormData) => ReturnType<ComponentProps<typeof DeskForm>['send']>;
}

/** A form of the desk whose last field asks for the reason. */
export const ReasonForm = ({ reason, children, send, ...form }: Props) => (
  <DeskForm {...form} send={(data) => send(textOf(data, 'reason'), data)}>
    {children}
    <Reason {...reason} />
  </DeskForm>
);
