import { ActionIcon, Button } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { dialogs } from '../../shared/ui/dialogs';
import { ProblemForm, type Subject } from './problem-form';

interface Props {
  subject: Subject;
  meal: string;
  /** The element that names the meal. */
  describedBy: string;
}

const LABEL = 'Report a problem';

const openReportDialog = ({ subject, meal }: Props) =>
  dialogs.openForm(`report-${subject.id}`, LABEL, (close) => (
    <ProblemForm subject={subject} meal={meal} onDone={close} />
  ));

/** A quiet button that opens the report of a match or request; at the end of its row, so that no badge moves it. */
export function ReportProblem(props: Props) {
  return (
    <Button
      variant="subtle"
      color="gray"
      c="dimmed"
      size="compact-sm"
      fw={400}
      ml="auto"
      leftSection={<IconFlag size={16} stroke={1.75} aria-hidden />}
      aria-describedby={props.describedBy}
      onClick={() => openReportDialog(props)}
    >
      {LABEL}
    </Button>
  );
}

/** The same as an icon, where a row is full. */
export function ReportProblemIcon(props: Props) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size="2.75rem"
      flex="none"
      aria-label={LABEL}
      aria-describedby={props.describedBy}
      onClick={() => openReportDialog(props)}
    >
      <IconFlag size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
