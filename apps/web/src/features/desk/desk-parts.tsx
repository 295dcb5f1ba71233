import { Stack, Table, Text, Title, type TableProps } from '@mantine/core';
import { PROFILE_LIST_MAX } from '@spareswipe/contract';
import type { ReactNode } from 'react';
import { usePageHeading } from '../../shared/ui/use-page-heading';
import classes from './desk.module.css';

/** The heading of a screen of the desk, which takes the focus on arrival. */
export function DeskHeading({ title }: { title: string }) {
  const ref = usePageHeading(`${title} · Desk`);
  return (
    <Title order={1} ref={ref} tabIndex={-1} mb="sm">
      <bdi>{title}</bdi>
    </Title>
  );
}

/** One subject of a screen of the desk. */
export const DeskSection = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <Stack component="section" gap="sm">
    <Title order={2}>{title}</Title>
    {children}
  </Stack>
);

/** Scrolls sideways, by keyboard too, where the screen is too narrow for it. */
export const DeskTable = ({ label, ...table }: TableProps & { label: string }) => (
  <div role="region" aria-label={label} tabIndex={0} className={classes.sideways}>
    <Table aria-label={label} {...table} />
  </div>
);

/** Shown below a list of a student's profile that has reached its maximum length. */
export const OnlyTheLatest = ({ of }: { of: unknown[] }) =>
  of.length < PROFILE_LIST_MAX ? null : (
    <Text size="sm" c="dimmed">
      Only the latest {PROFILE_LIST_MAX} are shown.
    </Text>
  );
