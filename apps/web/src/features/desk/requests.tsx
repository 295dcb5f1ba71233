import { Button, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { requestStatuses, type RequestStatus } from '@spareswipe/contract';
import type { DeskRequest } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../shared/api/client';
import { isId } from '../../shared/api/ids';
import { showDate } from '../../shared/dates';
import { oneOf, useListFilter, type Address } from '../../shared/use-list-filter';
import { DeskList, DeskSearch, Found } from './desk-list';
import { desk } from './desk-session';
import { requestsLike, searchFilter } from './desk.queries';
import { isVoidable, outcomeOf, VoidExchange } from './exchange';
import { ReasonForm } from './reason-form';
import { dueOf, Quote, StudentLink } from './report-text';

const STATUSES: Record<RequestStatus, string> = {
  active: 'Open',
  matched: 'Accepted',
  completed: 'Completed',
  cancelled: 'Cancelled',
  expired: 'Expired',
};
const CHOICES = Object.entries({ ...STATUSES, all: 'All' }).map(([value, label]) => ({ value, label }));

const requestsFilter = (address: Address) => ({
  ...searchFilter(address),
  status: oneOf(['active', ...requestStatuses, 'all'], address.status),
  /** Only this one; empty: all of them. */
  id: isId(address.id) ? address.id : '',
});

/** The requests of the operator's campus with their matches, or one of them. What shows is in the address. */
export function Requests() {
  const { filter, change, setPage } = useListFilter(requestsFilter);
  const { search, status, id, page } = filter;
  const found = useQuery(requestsLike(id ? { id } : { search, ...(status !== 'all' && { status }) }, page));
  return (
    <Stack gap="md">
      {id ? (
        <div>
          <Button variant="default" onClick={() => change({ id: '' })}>
            Show all requests
          </Button>
        </div>
      ) : (
        <>
          <DeskSearch placeholder="Meal, place or student" value={search} change={change} />
          <NativeSelect
            label="Status"
            value={status}
            data={CHOICES}
            onChange={({ currentTarget: { value } }) => change({ status: value as typeof status })}
          />
          <Found total={found.data?.pagination.total} one="request" />
        </>
      )}
      <DeskList
        label="Requests"
        query={found}
        onPage={setPage}
        empty={<Text>There is no such request on your campus.</Text>}
      >
        {({ requests }) => requests.map((request) => <Request key={request._id} request={request} />)}
      </DeskList>
    </Stack>
  );
}

function Request({ request }: { request: DeskRequest }) {
  const { status, mealDescription, location, description, createdAt, campus, requester, match } = request;
  return (
    <Paper component="article" withBorder p="md">
      <Title order={2} size="h4">
        <bdi>{mealDescription}</bdi>
      </Title>
      <Text>
        <StudentLink {...requester} />, <bdi>{location}</bdi>, {dueOf(request)}
      </Text>
      <Text size="sm" c="dimmed">
        {STATUSES[status]} · posted {showDate(createdAt, new Date())} · {campus}
      </Text>
      {description && <Quote>{description}</Quote>}
      {match && (
        <Text>
          Accepted by <StudentLink {...match.fulfiller} />: {outcomeOf(match)}
        </Text>
      )}
      {status === 'active' && <RemoveRequest request={request} />}
      {match && isVoidable(match) && (
        <details>
          <summary>Void this exchange</summary>
          <VoidExchange matchId={match._id} />
        </details>
      )}
    </Paper>
  );
}

function RemoveRequest({ request }: { request: DeskRequest }) {
  return (
    <details>
      <summary>Remove this request</summary>
      <ReasonForm
        button="Remove request"
        color="red"
        reason={{ description: `${request.requester.name} reads it. The meal goes back to them.` }}
        send={(reason) => unwrap(desk.removeRequest({ params: { id: request._id }, body: { reason } }))}
      />
    </details>
  );
}
