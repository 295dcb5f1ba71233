import type { Match } from '@spareswipe/contract';
import { MatchCard } from '../../features/matches/match-card';
import type { GivenRating } from '../../features/matches/their-rating';
import { RateButton } from '../../features/ratings/rate-button';
import { RatedNote } from '../../features/ratings/rated-note';
import { TheirComment } from '../../features/ratings/their-comment';
import { ReportProblem } from '../../features/reports/report-problem';
import { exchangeOf } from './exchange-of';
import { stars } from './stars';

const rateButton = (match: Match, label: string, describedBy: string) => (
  <RateButton exchange={exchangeOf(match)} aria-describedby={describedBy}>
    {label}
  </RateButton>
);

const theirComment = (match: Match, { comment }: GivenRating, describedBy: string) =>
  comment && <TheirComment matchId={match._id} comment={comment} describedBy={describedBy} />;

const reportProblem = ({ _id, request }: Match, describedBy: string) => (
  <ReportProblem subject={{ about: 'match', id: _id }} meal={request.mealDescription} describedBy={describedBy} />
);

/** A match with what other features add to it: rating it, and reporting a problem. */
export function ExchangeCard({ match, now }: { match: Match; now: Date }) {
  return (
    <MatchCard
      match={match}
      now={now}
      rateButton={rateButton}
      stars={stars}
      ratedNote={<RatedNote />}
      theirComment={theirComment}
      reportProblem={reportProblem}
    />
  );
}
