import { meetCode, meetDishes, type Match } from '@spareswipe/contract';
import { ActionButton } from '../../shared/ui/action-button';
import { useMeetMatch, useSayHere } from './matches.mutations';
import classes from './meeting.module.css';
import { otherName } from './sides';

/**
 * For the last half hour before a meal: the colour and dish that both phones show, who is there, and "It's them", which
 * completes the exchange once both pressed it. The buttons stay where they are when they are pressed.
 */
export function Meeting({ match }: { match: Match }) {
  const here = useSayHere();
  const meet = useMeetMatch();
  const { meeting } = match;
  if (!meeting) return null;
  const { color, dish } = meetCode(match._id);
  const name = otherName(match);
  return (
    <section aria-label={`Meet ${name}`} className={classes.meeting}>
      <div className={classes.code}>
        <span className={classes.dish} data-color={color} aria-hidden>
          {meetDishes[dish]}
        </span>
        <p>
          <strong className={classes.words}>
            {color} {dish}
          </strong>
          <span>
            The phone of <bdi>{name}</bdi> shows the same.
          </span>
        </p>
      </div>
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
          {meeting.isMet.mine ? 'Waiting for their press' : "It's them"}
        </ActionButton>
      </div>
    </section>
  );
}
