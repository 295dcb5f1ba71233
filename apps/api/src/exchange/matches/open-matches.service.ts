import { Injectable } from '@nestjs/common';
import {
  counted,
  NO_COUNTS_HOURS,
  openMatchesMax,
  OPEN_MATCHES_MAX,
  RELEASES_PER_DAY,
  TRUSTED_AFTER_STUDENTS,
  UNCONFIRMED_MATCHES_MAX,
  UNCONFIRMED_MATCHES_MAX_NEW,
} from '@spareswipe/contract';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import { newId } from '../../platform/common/ids.js';
import { accountsOf } from '../../platform/database/accounts-of-mailbox.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { isReleasedBy } from '../requests/request-columns.js';
import type { MatchedRequest } from '../requests/requests.service.js';
import { isCompletedAlone, isConfirmed, isGivenBack, isUnconfirmed } from './confirmation.js';
import { EXCEEDED_LIMIT, tooManyMealsGiven, type MealsGivenLimit } from './meals-given.js';

/**
 * Limits of a fulfiller: how many matches they may have open at once, and how often they may release one (docs/rules.md#accepting). Counts
 * people, not accounts.
 */
@Injectable()
export class OpenMatchesService {
  /**
   * Opens the match of a request that was marked as matched. Throws REQUEST_NOT_AVAILABLE if the fulfiller released this
   * request before, MEALS_GIVEN_LIMIT at a limit of their campus, and TOO_MANY_OPEN_MATCHES above their number of open matches,
   * or above 25 that are open or that they marked complete and nobody confirmed: otherwise they could earn from any number of
   * students without meeting them. Throws TOO_MANY_REQUESTS if somebody with several accounts released too many, or they could
   * read the contacts of any number by closing one after the other. Marking the request locked the person's accounts, so this
   * later statement counts all simultaneous accepts that committed.
   */
  async open(
    tx: EntityManager,
    { _id: requestId, requesterId, fulfillerAccounts, isLimited }: MatchedRequest,
    fulfillerId: string,
  ): Promise<{ matchId: string; matchedAt: Date }> {
    const matchId = newId();
    const parameters = [matchId, requestId, requesterId, fulfillerId, fulfillerAccounts];
    const [row] = await queryRows<Inserted>(tx, INSERT, parameters);
    const { matchedAt, openBefore, maybeUnconfirmed, isReleased } = row!;
    if (isReleased)
      throw new AppError('REQUEST_NOT_AVAILABLE', {
        message: 'You released this request, so you cannot accept it again',
      });
    if (fulfillerAccounts.length > 1) await this.assertMayRelease(tx, fulfillerId);
    if (openBefore + maybeUnconfirmed >= UNCONFIRMED_MATCHES_MAX)
      await assertConfirmedEnough(tx, fulfillerAccounts, openBefore);
    if (isLimited) await assertMayGive(tx, fulfillerId, matchId, fulfillerAccounts);
    if (openBefore >= OPEN_MATCHES_MAX) await assertMayOpenMore(tx, fulfillerId, openBefore);
    return { matchId, matchedAt };
  }

  /**
   * How many more meals the fulfiller's word alone completes: three may wait for confirmation at once, those of this transaction
   * included, until three others have confirmed exchanges. Locks as `assertMayRelease`.
   */
  async mayCompleteAlone(tx: EntityManager, fulfillerId: string): Promise<number> {
    const [row] = await queryRows<{ unconfirmed: number; confirmed: number }>(tx, ALONE, [
      fulfillerId,
      TRUSTED_AFTER_STUDENTS,
    ]);
    const { unconfirmed, confirmed } = row!;
    return confirmed < TRUSTED_AFTER_STUDENTS ? UNCONFIRMED_MATCHES_MAX_NEW - unconfirmed : Infinity;
  }

  /** Throws TOO_MANY_REQUESTS if the requester released too many matches in 24 hours, as `assertMayRelease` does. */
  async assertMayWithdraw(tx: EntityManager, requesterId: string): Promise<void> {
    await assertNotTooMany(tx, WITHDRAWN, requesterId);
  }

  /**
   * Throws TOO_MANY_REQUESTS if the fulfiller released too many matches in 24 hours, one in this transaction included. The
   * caller locked all accounts of the fulfiller's mailbox before, so that simultaneous releases are counted one after the other.
   */
  async assertMayRelease(tx: EntityManager, fulfillerId: string): Promise<void> {
    await assertNotTooMany(tx, RELEASED, fulfillerId);
  }
}

/** `ended`: SQL for the times `at` of what counts. Looks for the one before the last 10, and until when it counts. */
async function assertNotTooMany(tx: EntityManager, ended: string, studentId: string): Promise<void> {
  const [tooMany] = await queryRows<{ retryAfterSeconds: number }>(
    tx,
    `SELECT ceil(extract(epoch FROM at + interval '24 hours' - now()))::int AS "retryAfterSeconds" FROM (${ended}) ended
      WHERE at > now() - interval '24 hours' ORDER BY at DESC OFFSET $2 LIMIT 1`,
    [studentId, RELEASES_PER_DAY],
  );
  if (!tooMany) return;
  const { retryAfterSeconds } = tooMany;
  const hours = Math.ceil(retryAfterSeconds / 3600);
  const message = `You released or reported ${counted(RELEASES_PER_DAY, 'meal')} in the last 24 hours. Please try again in ${counted(hours, 'hour')}.`;
  throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds, message });
}

interface Inserted {
  matchedAt: Date;
  openBefore: number;
  /** At least as many as are unconfirmed, but quick to count. */
  maybeUnconfirmed: number;
  isReleased: boolean;
}

/** SQL: how many meals of a person wait for a requester who can still confirm them. */
const unconfirmedOf = (accounts: string) => `
      (SELECT count(*)::int FROM matches m JOIN meal_requests r ON r.id = m.request_id
         JOIN students requester ON requester.id = m.requester_id AND requester.deactivated_at IS NULL
        WHERE m.fulfiller_id = ANY (${accounts}) AND ${isUnconfirmed})`;

/** Compared with the parameter itself, PostgreSQL would plan the statement for each accept: one account promises less work than any number. */
const ACCOUNTS = '(SELECT $5::uuid[])::uuid[]';

const INSERT = {
  name: 'insert match',
  text: `
    INSERT INTO matches (id, request_id, requester_id, fulfiller_id) VALUES ($1, $2, $3, $4)
    RETURNING created_at AS "matchedAt",
      (SELECT count(*)::int FROM matches open WHERE open.fulfiller_id = ANY (${ACCOUNTS}) AND open.status = 'accepted') AS "openBefore",
      (SELECT count(*)::int FROM matches m WHERE m.fulfiller_id = ANY (${ACCOUNTS}) AND ${isCompletedAlone}) AS "maybeUnconfirmed",
      ${isReleasedBy(ACCOUNTS, '$2')} AS "isReleased"`,
};

async function assertConfirmedEnough(tx: EntityManager, accounts: string[], open: number): Promise<void> {
  const [row] = await queryRows<{ unconfirmed: number }>(tx, UNCONFIRMED, [accounts]);
  const { unconfirmed } = row!;
  if (unconfirmed && open + unconfirmed >= UNCONFIRMED_MATCHES_MAX)
    throw new AppError('TOO_MANY_OPEN_MATCHES', { message: tooManyUnconfirmed(open, unconfirmed) });
}

const UNCONFIRMED = `SELECT ${unconfirmedOf('$1')} AS unconfirmed`;

const tooManyUnconfirmed = (open: number, unconfirmed: number) =>
  `You have ${open ? `promised ${counted(open, 'meal')} and ` : ''}marked ${open ? unconfirmed : counted(unconfirmed, 'meal')} complete that nobody has confirmed, as many as you can. Wait until others confirm them, or for ${NO_COUNTS_HOURS} hours after them.`;

async function assertMayGive(
  tx: EntityManager,
  fulfillerId: string,
  matchId: string,
  accounts: string[],
): Promise<void> {
  const [row] = await queryRows<{ limit: MealsGivenLimit }>(tx, EXCEEDED_LIMIT, [fulfillerId, matchId, accounts]);
  if (row?.limit) throw tooManyMealsGiven(row.limit);
}

async function assertMayOpenMore(tx: EntityManager, fulfillerId: string, open: number): Promise<void> {
  const [row] = await queryRows<{ confirmed: number }>(tx, CONFIRMED, [fulfillerId, TRUSTED_AFTER_STUDENTS]);
  const max = openMatchesMax(row!.confirmed);
  if (open < max) return;
  const message = `You have promised ${counted(max, 'meal')}, as many as you can at once. Complete or release one first.`;
  throw new AppError('TOO_MANY_OPEN_MATCHES', { message });
}

/** How many others confirmed exchanges to the person, counted up to `$2`: one friend's word is worth one. */
const CONFIRMED = `
  SELECT count(*)::int AS confirmed FROM (
    SELECT DISTINCT requester.mailbox FROM matches m JOIN students requester ON requester.id = m.requester_id
     WHERE m.fulfiller_id = ANY (${accountsOf('$1')}) AND m.requester_id <> ALL (${accountsOf('$1')}) AND ${isConfirmed}
     LIMIT $2) confirmed`;

/** What `mayCompleteAlone` asks about `$1`; counts confirmed exchanges up to `$2`. */
const ALONE = `SELECT ${unconfirmedOf(accountsOf('$1'))} AS unconfirmed, (${CONFIRMED}) AS confirmed`;

const WITHDRAWN = `
  SELECT cancelled_at AS at FROM matches
   WHERE requester_id = ANY (${accountsOf('$1')}) AND cancelled_because = 'withdrawn'`;

/** Releases of a fulfiller, and their "No"s that opened no dispute. */
const RELEASED = `
  SELECT cancelled_at AS at FROM matches
   WHERE fulfiller_id = ANY (${accountsOf('$1')}) AND status = 'cancelled' AND cancelled_because IN ('released', 'left')
  UNION ALL
  SELECT no.created_at FROM ratings no JOIN matches m ON m.id = no.match_id AND m.fulfiller_id = no.rater_id
   WHERE no.rater_id = ANY (${accountsOf('$1')}) AND NOT no.followed_through
     AND (m.cancelled_because = 'no_show' OR ${isGivenBack})`;
