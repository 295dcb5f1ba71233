import { Button, type ButtonProps } from '@mantine/core';

interface Props extends ButtonProps {
  isSubmitting: boolean;
  /** What the button says meanwhile: 'Saving...'. */
  busy: string;
}

/** A form's button. While the form is sent it stays where it is and keeps the focus; the form itself ignores a second submit. */
export function SubmitButton({ isSubmitting, busy, children, ...button }: Props) {
  return (
    <Button
      type="submit"
      aria-disabled={isSubmitting || undefined}
      data-disabled={isSubmitting || undefined}
      {...button}
    >
      {isSubmitting ? busy : children}
    </Button>
  );
}
