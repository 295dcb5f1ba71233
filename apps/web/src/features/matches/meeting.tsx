import { Button } from '@mantine/core';
import { MEETING_OPENS_MINUTES, type Match } from '@spareswipe/contract';
import { useState } from 'react';
import { showDeadline } from '../../shared/dates';
import { firstName } from '../../shared/first-name';
import { useNow } from '../../shared/use-now';
import { ActionButton } from '../../shared/ui/action-button';
import { useMeetMatch, useSayHere } from './matches.mutations';
import classes from './meeting.module.css';
import { MeetCode } from './meet-code';
import { otherName } from './sides';

/**
 * The meeting of the two students. Until half an hour before the deadline one line says when the code comes. If the screen
 * is open by then, the code waits for a press: appearing by itself it would move the buttons below it.
 */
export function Meeting({ match }: { match: Match }) {
  const { status, meeting, request } = match;
  const now = useNow();
  const [isShown, setShown] = useState(meeting !== null);
  if (status !== 'accepted') return null;
  if (meeting && isShown) return <OpenMeeting match={match} meeting={meeting} />;
  const opensAt = new Date(Date.parse(request.deadline) - MEETING_OPENS_MINUTES * 60_000);
  return (
    <div className={classes.later}>
      {meeting ? (
        <Button variant="light" onClick={() => setShown(true)}>
          Show the meet code
        </Button>
      ) : (
        <p>
          Your meet code appears{' '}
          {showDeadline({ ...request, deadline: opensAt.toISOString() }, now).replace(/^To/, 'to')}
        </p>
      )}
    </div>
  );
}

interface MeetingProps {
  match: Match;
  meeting: NonNullable<Match['meeting']>;
}

/**
 * Shows the colour and dish that both phones have, who is there, and "It's them", which completes the exchange once both
 * sides pressed it. A press does not move the buttons.
 */
function OpenMeeting({ match, meeting }: MeetingProps) {
  const here = useSayHere();
  const meet = useMeetMatch();
  const name = firstName(otherName(match));
  return (
    <section aria-label={`Meet ${otherName(match)}`} className={classes.meeting}>
      <MeetCode matchId={match._id} name={name} />
      <p role="status" className={classes.theirs}>
        {(meeting.isMet.theirs || meeting.isHere.theirs) && (
          <>
            <bdi>{name}</bdi> {meeting.isMet.theirs ? 'found you.' : 'is there.'}
          </>
        )}
      </p>
      <div className={classes.actions}>
        <ActionButton
          variant="default"
          isPending={meeting.isHere.mine}
          onClick={() => here.mutateAsync(match._id).then(() => false)}
        >
          {meeting.isHere.mine ? 'You are here' : "I'm here"}
        </ActionButton>
        <ActionButton
          variant="light"
          isPending={meeting.isMet.mine}
          onClick={() => meet.mutateAsync(match._id).then(() => false)}
        >
          {meeting.isMet.mine ? (
            <>
              Waiting for&nbsp;<bdi>{name}</bdi>
            </>
          ) : (
            "It's them"
          )}
        </ActionButton>
      </div>
    </section>
  );
}
