import { VisuallyHidden } from '@mantine/core';
import type { IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './meal-card.module.css';

interface Props {
  Icon: typeof IconMapPin;
  label: string;
  /** The label for screen readers; others see it from the words and the picture. */
  isLabelHidden?: boolean;
  children: ReactNode;
}

/** One line of a card: what it is, then what it says. */
export function Fact({ Icon, label, isLabelHidden = false, children }: Props) {
  return (
    <div className={classes.fact}>
      <Icon size={20} stroke={1.75} aria-hidden className={classes.factIcon} />
      {isLabelHidden ? <VisuallyHidden component="dt">{label}</VisuallyHidden> : <dt>{label}</dt>}
      {/* what a student wrote runs in its own direction */}
      <dd dir="auto">{children}</dd>
    </div>
  );
}
