import { plural, type Match } from '@spareswipe/contract';
import { notifications } from '@mantine/notifications';
import { PlatesArt } from '../art/plates-art';
import { firstName } from '../first-name';
import { useEffect, useState } from 'react';
import { useSession, useSessionChanges } from '../session/session';
import classes from './finish.module.css';
import { keepFocus } from './toast';

const SECONDS = 6;

const celebrated = new Set<string>();

const idOf = (matchId: string) => `finish-${matchId}`;

/**
 * Celebrates a completed exchange, once, above the foot of the screen, or at the top of the meeting screen, until it is pressed or its time is over. It is read
 * aloud unless a toast says that the match is complete.
 */
export function celebrate(match: Match, { isTold = false } = {}) {
  if (celebrated.has(match._id)) return;
  celebrated.add(match._id);
  const id = idOf(match._id);
  notifications.show({
    id,
    // at the foot of that screen are the stars
    position: document.querySelector('[data-meeting]') ? 'top-center' : 'bottom-center',
    // polite, and read after the toast
    role: 'status',
    'aria-live': isTold ? 'off' : undefined,
    autoClose: SECONDS * 1000,
    className: classes.finish,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    onClick: () => void notifications.hide(id),
    onClose: keepFocus,
    message: <Finish match={match} />,
  });
}

/** Nothing to celebrate any more: the match is disputed. */
export const endCelebration = (matchId: string) => void notifications.hide(idOf(matchId));

function Finish({ match }: { match: Match }) {
  return (
    <div className={classes.table}>
      <PlatesArt />
      <div>
        <WhoFedWhom match={match} />
        {match.userRole === 'fulfiller' && <MealsNow />}
      </div>
    </div>
  );
}

/** 'You fed Ana', or 'Ben fed you'. */
function WhoFedWhom({ match: { userRole, request, fulfiller } }: { match: Match }) {
  return (
    <p className={classes.words}>
      {userRole === 'fulfiller' ? (
        <>
          You fed <bdi>{firstName(request.requester.name)}</bdi>
        </>
      ) : (
        <>
          <bdi>{firstName(fulfiller.name)}</bdi> fed you
        </>
      )}
    </p>
  );
}

/** The credits, once they have been loaded again: before that they lack this meal. */
function MealsNow() {
  const { user } = useSession();
  const { refresh } = useSessionChanges();
  const [isFresh, setFresh] = useState(false);
  useEffect(() => {
    refresh({ throwOnError: true }).then(
      () => setFresh(true),
      () => undefined,
    );
  }, [refresh]);
  return (
    <p className={classes.meals} aria-live="off">
      {isFresh && user ? (
        <>
          <strong className={classes.count}>{user.credits}</strong> {plural(user.credits, 'meal')} to spend
        </>
      ) : (
        <>&nbsp;</> // keeps its line
      )}
    </p>
  );
}
