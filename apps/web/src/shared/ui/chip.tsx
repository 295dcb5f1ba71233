import { Button, Group, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './chip.module.css';

interface Props extends ButtonProps {
  /** Whether it is the current choice. */
  isOn: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A choice to press, in a row of others. */
export function Chip({ isOn, ...button }: Props) {
  return <Button variant={isOn ? 'light' : 'default'} aria-pressed={isOn} className={classes.chip} {...button} />;
}

interface ChipsProps {
  label: string;
  children: ReactNode;
}

export function Chips({ label, children }: ChipsProps) {
  return (
    <Group role="group" aria-label={label} gap="xs">
      {children}
    </Group>
  );
}
