import type { Match } from '@spareswipe/contract';
import { ratingBy } from '../../features/matches/sides';
import { RateNow } from '../../features/ratings/rate-now';
import { RatedNote } from '../../features/ratings/rated-note';
import { exchangeOf } from './exchange-of';

/** Five stars for the other side of a match that took place, or the note that they are given. */
export const rateNow = (match: Match) =>
  ratingBy(match, 'mine') ? <RatedNote /> : <RateNow exchange={exchangeOf(match)} />;
