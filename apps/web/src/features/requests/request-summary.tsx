import { Box, Paper, Text, Title } from '@mantine/core';
import { requestStatuses, type MealRequest } from '@spareswipe/contract';
import { useId } from 'react';
import { statusColor, statusLabel } from '../../shared/ui/badges';
import classes from './request-summary.module.css';

/** How many of the requests on this page are in each status (spec §2 My Requests). */
export function RequestSummary({ requests }: { requests: MealRequest[] }) {
  const titleId = useId();
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby={titleId}>
      <Title order={2} id={titleId}>
        Request Summary
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        On this page
      </Text>
      <dl>
        {requestStatuses.map((status) => (
          <div key={status} className={classes.row}>
            <dt>
              <Box component="span" className={classes.dot} bg={`${statusColor(status)}.5`} />
              {statusLabel(status)}
            </dt>
            <dd>{requests.filter((request) => request.status === status).length}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
