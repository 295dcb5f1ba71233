import { Box, Group, Paper, Text, Title } from '@mantine/core';
import type { MealRequest } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { isCode } from '../../shared/api/api-error';
import { live } from '../../shared/api/live';
import { forgetSharedLink } from '../../shared/session/shared-link';
import { ActionButton } from '../../shared/ui/action-button';
import { Spotlight } from '../../shared/ui/spotlight';
import { useLinkedId } from '../../shared/use-linked-id';
import { oneRequest } from './requests.queries';

interface Props {
  now: Date;
  /** Shows a request that was loaded; `isGone`: it can no longer be accepted, unless by this student a moment ago. */
  children: (request: MealRequest, isGone: boolean) => ReactNode;
  /** In the place of one that is not open to this student, and not their own. */
  gone: (requestId: string) => ReactNode;
}

/** Above the list, the request that the address names: `/requests?open=ID`, or by an alert `/requests?open=ID&alert=1`. */
export function SharedRequest(props: Props) {
  const { id, drop } = useLinkedId('open', 'alert');
  const isAlert = useSearchParams()[0].has('alert');
  return id && <Panel key={id} id={id} isAlert={isAlert} close={drop} {...props} />;
}

function Panel({
  id,
  isAlert,
  close,
  now,
  children,
  gone,
}: Props & { id: string; isAlert: boolean; close: () => void }) {
  const titleId = useId();
  useEffect(forgetSharedLink, []);
  const { data, error, refetch } = useQuery({ ...oneRequest(id), ...live });
  const request = data?.request;
  const isOpen = request?.status === 'active' && new Date(request.deadline) > now;
  const isGone = isCode(error, 'NOT_FOUND') || (request !== undefined && !isOpen);
  return (
    <Box component="section" aria-labelledby={titleId} p="sm" mb="lg" bg="var(--leaf-soft)" bdrs="md" tabIndex={-1}>
      <Group justify="space-between" gap="xs" mb="xs" wrap="nowrap">
        <Title order={2} id={titleId}>
          {!isAlert ? 'Shared with you' : isGone ? 'From your alert' : 'Can you help?'}
        </Title>
        <ActionButton variant="subtle" onClick={close}>
          Close
        </ActionButton>
      </Group>
      {request ? (
        <Spotlight isOn>
          {/* takes the focus of a button that disappears, and is read instead */}
          <div tabIndex={-1}>{children(request, isGone)}</div>
        </Spotlight>
      ) : isGone ? (
        gone(id)
      ) : error ? (
        <Paper withBorder p="lg" role="status">
          <Text mb="sm">We could not load this request.</Text>
          <ActionButton variant="default" onClick={() => void refetch()}>
            Try again
          </ActionButton>
        </Paper>
      ) : (
        <Waiting />
      )}
    </Box>
  );
}

export const Waiting = () => <Paper withBorder p="lg" h="11rem" aria-busy="true" />;

export const NoLongerOpen = () => (
  <Paper withBorder p="lg" role="status">
    <Text fw={600}>This request is no longer open</Text>
    <Text c="dimmed">
      Somebody is helping already, it was cancelled, or its time is over. Others are still waiting for a meal.
    </Text>
  </Paper>
);
