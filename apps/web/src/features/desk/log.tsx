import { Stack, Text } from '@mantine/core';
import type { LogLine } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { showDate } from '../../shared/dates';
import { labelOf, readable } from '../../shared/readable';
import { oneOf, pageIn, useListFilter, type Address } from '../../shared/use-list-filter';
import { Choice } from './choice';
import { DeskList } from './desk-list';
import { logPage } from './desk.queries';
import { RequestLink, StudentLink } from './report-text';

const ACTIONS: Record<string, string> = {
  suspend: 'Suspended',
  'lift-suspension': 'Suspension lifted',
  'withdraw-strike': 'Strike withdrawn',
  'uphold-strike': 'Contested strike stands',
  adjust: 'Meals given or taken',
  close: 'Account closed',
  reopen: 'Account opened again',
  void: 'Exchange voided',
  'remove-request': 'Request removed',
  'decide-dispute': 'Dispute decided',
  'answer-report': 'Report answered',
  'change-campus': 'Campus settings changed',
  'change-sign-on': 'Sign-on changed',
  announce: 'Announced',
  'withdraw-announcement': 'Announcement taken back',
  'read-address': 'Address read',
  'read-contact': 'Contact read',
};

const show = (value: unknown) => readable(value, (iso) => showDate(iso, new Date()));

const fieldsOf = (of: unknown) => (typeof of === 'object' && of !== null ? (of as Record<string, unknown>) : {});

/** What a line of the log changed, one field a line: 'Starting meals: none → 3'. Ids say nothing to a reader. */
function changesOf({ before, after }: Pick<LogLine, 'before' | 'after'>): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) => !key.endsWith('Id'));
  return keys.flatMap((key) => {
    const [from, to] = [show(was[key]), show(is[key])];
    if (!(key in is)) return from === 'none' || from === '0' ? [] : `${labelOf(key)} before: ${from}`;
    if (!(key in was)) return `${labelOf(key)}: ${to}`;
    return from === to ? [] : `${labelOf(key)}: ${from} → ${to}`;
  });
}

/** Who did what to whom, why, and what it changed. */
export function LogLines({ lines }: { lines: LogLine[] }) {
  if (!lines.length) return <Text c="dimmed">Nothing yet.</Text>;
  return (
    <Stack component="ul" gap="md">
      {lines.map((line) => (
        <li key={line._id}>
          <Text fw={500}>
            {ACTIONS[line.action] ?? line.action}
            {line.student && (
              <>
                : <StudentLink {...line.student} />
              </>
            )}
          </Text>
          {line.exchange && <AboutExchange {...line.exchange} />}
          <Text style={{ whiteSpace: 'pre-line' }}>{line.reason}</Text>
          {changesOf(line).map((change) => (
            <Text key={change} size="sm">
              {change}
            </Text>
          ))}
          <Text size="sm" c="dimmed">
            {showDate(line.createdAt, new Date())}, {line.operator}
            {line.campus && ` · ${line.campus}`}
          </Text>
        </li>
      ))}
    </Stack>
  );
}

/** The meal of the line and both students. */
const AboutExchange = ({ requestId, mealDescription, requester, fulfiller }: NonNullable<LogLine['exchange']>) => (
  <Text size="sm">
    <RequestLink requestId={requestId} mealDescription={mealDescription} />, requester <StudentLink {...requester} />
    {fulfiller && (
      <>
        , fulfiller <StudentLink {...fulfiller} />
      </>
    )}
  </Text>
);

const PARTS = [
  ['actions', 'Actions'],
  ['contacts', 'Contacts read'],
] as const;

const logFilter = (address: Address) => ({ of: oneOf(['actions', 'contacts'], address.of), page: pageIn(address) });

/** The log of the operator's campus, the latest first: what operators did, or whose contacts they read. */
export function Log() {
  const { filter, change, setPage } = useListFilter(logFilter);
  return (
    <Stack gap="md">
      <Choice label="Part of the log" options={PARTS} value={filter.of} onChange={(of) => change({ of })} />
      <DeskList label="Log" query={useQuery(logPage(filter.of, filter.page))} onPage={setPage}>
        {({ lines }) => <LogLines lines={lines} />}
      </DeskList>
    </Stack>
  );
}
