import type { ButtonProps } from '@mantine/core';
import { BusyButton } from '../ui/busy-button';

interface Props extends ButtonProps {
  isSubmitting: boolean;
  /** What the button says meanwhile: 'Saving...'. Without it, a spinner covers the label. */
  busy?: string;
}

/** The button of every form, which itself ignores a second submit. */
export const SubmitButton = ({ isSubmitting, busy, children, ...button }: Props) => (
  <BusyButton type="submit" isBusy={isSubmitting && !busy} isDisabled={isSubmitting} {...button}>
    {(isSubmitting && busy) || children}
  </BusyButton>
);
