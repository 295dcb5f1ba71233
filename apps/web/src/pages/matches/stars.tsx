import type { Match } from '@spareswipe/contract';
import { ratingBy } from '../../features/matches/sides';
import { StarsForm } from '../../features/ratings/stars-form';
import { RatedNote } from '../../features/ratings/rated-note';
import { exchangeOf } from './exchange-of';

/** Five stars for the other side of a match that took place, or the note that they are given. */
export const Stars = ({ match }: { match: Match }) =>
  ratingBy(match, 'mine') ? <RatedNote /> : <StarsForm exchange={exchangeOf(match)} />;
