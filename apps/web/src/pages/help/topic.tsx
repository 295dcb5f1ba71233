import { Box, Paper, Text, Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './topic.module.css';

interface Props {
  title: string;
  /** The answer in one sentence. */
  brief: string;
  isOpen?: boolean;
  children: ReactNode;
}

/** One subject of the help. Its details are folded, so that all subjects fit on the screen of a phone. */
export function Topic({ title, brief, isOpen = false, children }: Props) {
  return (
    <Paper component="details" withBorder className={classes.topic} open={isOpen}>
      <summary>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text span size="sm" c="dimmed">
          {brief}
        </Text>
        <IconChevronDown size={20} aria-hidden />
      </summary>
      <Box px="md" pb="md">
        {children}
      </Box>
    </Paper>
  );
}
