import { Box, Container, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page.module.css';
import { usePageHeading } from './use-page-heading';

interface Props {
  title: string;
  /** Where it says more than the browser's tab. */
  heading?: ReactNode;
  /** A line under the title. */
  lead?: ReactNode;
  /** The screen's main link or button, beside the title. */
  action?: ReactNode;
  width?: 'sm' | 'md' | 'lg';
  children: ReactNode;
}

const WIDTHS = { sm: '40rem', md: '56rem', lg: '74rem' };

/** A signed-in screen: its heading (which takes the focus on arrival), its main action, its content. */
export function Page({ title, heading = title, lead, action, width = 'lg', children }: Props) {
  const ref = usePageHeading(title);
  return (
    <Container size={WIDTHS[width]} w="100%" px="md" className={classes.page}>
      <Group
        justify="space-between"
        align="flex-end"
        gap="md"
        className={classes.head}
        data-with-action={action ? true : undefined}
      >
        <div className={classes.words}>
          <Title order={1} ref={ref} tabIndex={-1}>
            {heading}
          </Title>
          {lead && <Box className={classes.lead}>{lead}</Box>}
        </div>
        {action}
      </Group>
      {children}
    </Container>
  );
}
