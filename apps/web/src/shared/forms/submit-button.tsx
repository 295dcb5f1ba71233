import { Button, type ButtonProps } from '@mantine/core';

interface Props extends ButtonProps {
  isSubmitting: boolean;
  /** What the button says meanwhile: 'Saving...'. Without it, a spinner covers the label. */
  busy?: string;
}

/** The button of every form. With `busy` it keeps the focus; the form itself ignores a second submit. */
export function SubmitButton({ isSubmitting, busy, children, ...button }: Props) {
  if (busy === undefined)
    return (
      <Button type="submit" loading={isSubmitting} {...button}>
        {children}
      </Button>
    );
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
