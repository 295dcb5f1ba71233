import type { Match, MealRequest, RequestedMeal } from '@spareswipe/contract';
import { otherOf } from '../../features/matches/sides';
import { showDeadline, timeLeft } from '../../shared/dates';
import { paths } from '../../shared/paths';
import { DisputedBadge, MatchStatusBadge, StatusBadge } from '../../shared/ui/badges';
import { mealPeriodLabel } from '../../shared/ui/meal-period';
import { Person } from '../../shared/ui/person';
import { useNow } from '../../shared/use-now';
import { Recent, RecentRow } from './recent';
import classes from './recent.module.css';

/** The deadline, and the time left while it is still open. */
function when(meal: RequestedMeal, isOpen: boolean, now: Date) {
  const left = isOpen && timeLeft(meal.deadline, now);
  const deadline = showDeadline(meal, now);
  if (!left) return deadline;
  return (
    <>
      <span className={classes.whole}>{deadline},</span> <span className={classes.whole}>{left} left</span>
    </>
  );
}

const isOpen = ({ status }: MealRequest) => status === 'active' || status === 'matched';

interface Props {
  requests: MealRequest[];
  matches: Match[];
}

/** The newest requests and matches side by side. */
export function Recents({ requests, matches }: Props) {
  const now = useNow();
  return (
    <div className={classes.recents}>
      <Recent what="requests" viewAll={paths.myRequests} empty="No requests yet. What would you like to eat?">
        {requests.map((request) => (
          <RecentRow
            key={request._id}
            period={request.mealPeriod}
            meal={request.mealDescription}
            what={
              <>
                {mealPeriodLabel(request.mealPeriod)} at <bdi>{request.location}</bdi>
              </>
            }
            when={when(request, isOpen(request), now)}
            badges={
              <>
                <StatusBadge status={request.status} />
                <DisputedBadge dispute={request.match?.dispute} />
              </>
            }
          />
        ))}
      </Recent>
      <Recent
        what="matches"
        viewAll={paths.matches}
        empty="No matches yet. Accept a request, or wait for somebody to accept yours."
      >
        {matches.map((match) => (
          <RecentRow
            key={match._id}
            period={match.request.mealPeriod}
            meal={match.request.mealDescription}
            what={
              <>
                {match.userRole === 'fulfiller' ? 'Helping' : 'Matched with'} <Person {...otherOf(match)} />
              </>
            }
            when={when(match.request, match.status === 'accepted', now)}
            badges={
              <>
                <MatchStatusBadge status={match.status} />
                <DisputedBadge dispute={match.dispute} />
              </>
            }
          />
        ))}
      </Recent>
    </div>
  );
}
