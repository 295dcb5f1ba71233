import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { TableArt } from '../../shared/art/table-art';
import { usePageHeading } from '../../shared/ui/use-page-heading';
import classes from './auth.module.css';

interface Props {
  title: string;
  lead?: ReactNode;
  /** A picture over the title, for views without a form. */
  art?: ReactNode;
  /** The view replaces another one on the same screen. */
  isNewView?: boolean;
  /** The element that says why the student is here; read with the title, which takes the focus. */
  describedBy?: string;
  children: ReactNode;
}

/** The frame of the log-in and registration screens: the picture of a table on wide windows, and a card with the form or the next step. */
export function AuthScreen({ title, lead, art, isNewView, describedBy, children }: Props) {
  const heading = usePageHeading(title, { isNewView });
  return (
    <div className={classes.screen}>
      <div className={classes.aside} aria-hidden="true">
        <TableArt />
      </div>
      <Paper withBorder shadow="sm" p="min(2rem, 6vw)" w="100%" maw="28rem" ta={art ? 'center' : undefined}>
        {art && (
          <Group justify="center" mb="md">
            {art}
          </Group>
        )}
        <Title ref={heading} tabIndex={-1} aria-describedby={describedBy} fz="min(var(--mantine-h1-font-size), 11vw)">
          {title}
        </Title>
        {lead && (
          <Text c="dimmed" mt="xs">
            {lead}
          </Text>
        )}
        {children}
      </Paper>
    </div>
  );
}
