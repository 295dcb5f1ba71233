import { Paper, Stack } from '@mantine/core';
import type { DeskReport } from '@spareswipe/contract/desk';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { unwrap } from '../../shared/api/client';
import { oneOf, pageIn, useListFilter, type Address } from '../../shared/use-list-filter';
import { Choice } from './choice';
import { DeskList, Found } from './desk-list';
import { desk } from './desk-session';
import { reportsIn } from './desk.queries';
import { ReasonForm } from './reason-form';
import { ReportText } from './report-text';

const STATES = [
  ['open', 'Open'],
  ['answered', 'Answered'],
] as const;

const reportsFilter = (address: Address) => ({
  state: oneOf(['open', 'answered'], address.state),
  page: pageIn(address),
});

/** The queue of reports: open ones, about safety and then the oldest first, and those that somebody answered. */
export function Reports() {
  const { filter, change, setPage } = useListFilter(reportsFilter);
  const { state, page } = filter;
  const found = useQuery(reportsIn(state, page));
  return (
    <Stack gap="md">
      <Choice label="Reports by state" options={STATES} value={state} onChange={(to) => change({ state: to })} />
      <Found total={found.data?.pagination.total} one={`${state} report`} />
      <DeskList label="Reports" query={found} onPage={setPage}>
        {({ reports }) => reports.map((report) => <Report key={report._id} report={report} />)}
      </DeskList>
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
