import { plural, type Match } from '@spareswipe/contract';
import { notifications } from '@mantine/notifications';
import { PlatesArt } from '../art/plates-art';
import { firstName } from '../first-name';
import { useSession } from '../session/session';
import classes from './finish.module.css';

const SECONDS = 6;

const celebrated = new Set<string>();

/** Celebrates a completed exchange, once, above the foot of the screen, until it is pressed or its time is over. */
export function celebrate(match: Match) {
  if (celebrated.has(match._id)) return;
  celebrated.add(match._id);
  const id = `finish-${match._id}`;
  notifications.show({
    id,
    position: 'bottom-center',
    // polite, and read after the toast
    role: 'status',
    autoClose: SECONDS * 1000,
    className: classes.finish,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    onClick: () => void notifications.hide(id),
    message: <Finish match={match} />,
  });
}

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

/** Shows the credits of the session, so the number goes up only once the meal has arrived. */
function MealsNow() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <p className={classes.meals}>
      <strong key={user.credits} className={classes.count}>
        {user.credits}
      </strong>{' '}
      {plural(user.credits, 'meal')} to spend
    </p>
  );
}
