import { Button } from '@mantine/core';
import { dialogs } from '../../shared/ui/dialogs';
import { ReportForm } from './report-form';
import classes from './their-comment.module.css';

interface Props {
  matchId: string;
  comment: string;
  /** The element that names the exchange. */
  describedBy: string;
}

/** The comment that the other student wrote about this one, and the way to report it. */
export function TheirComment({ matchId, comment, describedBy }: Props) {
  const report = () =>
    dialogs.openForm(`report-${matchId}`, 'Report this comment', (close) => (
      <ReportForm matchId={matchId} onDone={close} />
    ));
  return (
    <div className={classes.comment}>
      <blockquote className={classes.words} dir="auto">
        {comment}
      </blockquote>
      <Button variant="subtle" color="gray" c="dimmed" aria-describedby={describedBy} onClick={report}>
        Report
      </Button>
    </div>
  );
}
