import { Paper, Skeleton, Stack, Text } from '@mantine/core';
import { counted } from '@spareswipe/contract';
import type { DeskReport } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { unwrap } from '../../shared/api/client';
import { Loaded } from '../../shared/ui/loaded';
import { Pages } from '../../shared/ui/pages';
import { Choice } from './choice';
import { desk } from './desk-session';
import { reportsIn, type ReportState } from './desk.queries';
import { ReasonForm } from './reason-form';
import { ReportText } from './report-text';

const STATES = [
  ['open', 'Open'],
  ['answered', 'Answered'],
] as const;

/** The queue of reports: open ones, about safety and then the oldest first, and those that somebody answered. */
export function Reports() {
  const [state, setState] = useState<ReportState>('open');
  const [page, setPage] = useState(1);
  const found = useQuery(reportsIn(state, page));
  return (
    <Stack gap="md">
      <Choice
        label="Reports by state"
        options={STATES}
        value={state}
        onChange={(to) => {
          setState(to);
          setPage(1);
        }}
      />
      <Text role="status" size="sm" c="dimmed">
        {found.data ? counted(found.data.pagination.total, `${state} report`) : '\u00a0'}
      </Text>
      <Loaded query={found} skeleton={<Skeleton h={400} />}>
        {({ reports, pagination }) => (
          <>
            {reports.map((report) => (
              <Report key={report._id} report={report} />
            ))}
            <Pages {...pagination} onChange={setPage} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function Report({ report }: { report: DeskReport }) {
  const titleId = useId();
  return (
    <Paper component="article" withBorder p="md" aria-labelledby={titleId}>
      <ReportText titleId={titleId} report={report} />
      {report.answer === null && (
        <ReasonForm
          button="Answer"
          reason={{ label: 'Answer', description: `${report.reporter.name} reads it in a mail; nobody else does` }}
          send={(reason) => unwrap(desk.answerReport({ params: { id: report._id }, body: { reason } }))}
        />
      )}
    </Paper>
  );
}
