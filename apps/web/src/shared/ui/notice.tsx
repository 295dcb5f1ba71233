import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { News } from './news';

interface Props {
  /** If there is nothing to tell, undefined. */
  title: string | undefined;
  color: 'red' | 'yellow';
  icon: ReactNode;
  children: ReactNode;
}

/** What a student has to know before using this screen. If it appears while the screen is open, its title is read aloud. */
export const Notice = ({ title, ...alert }: Props) => (
  <>
    <News of={title}>{title}.</News>
    {title !== undefined && <Alert role="note" mb="lg" title={title} {...alert} />}
  </>
);
