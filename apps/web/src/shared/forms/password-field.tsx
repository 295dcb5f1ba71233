import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';

/** A required password with a button that shows and hides it, reachable by keyboard and named. */
export function PasswordField(props: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...props}
      aria-required
      // Mantine tells this of every other field
      aria-invalid={Boolean(props.error) || undefined}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': isVisible ? 'Hide password' : 'Show password',
        // the label says it
        'aria-pressed': undefined,
        tabIndex: 0,
      }}
    />
  );
}
