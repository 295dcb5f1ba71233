import { BROWSE_REACH, type BrowseQuery } from '@spareswipe/contract';
import { offsetOf } from '../common/pagination.js';

/** A word is rare if so many of the soonest requests have less than a page of it. */
const SAMPLE = 1000;
/** The index of words knows three letters or digits in a row. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

interface Statement {
  text: string;
  values: unknown[];
}

/** The filters of a page in SQL. `$1` is the reader's campus, `$2` the offset, `$3` the size of the page. */
interface Wanted extends Statement {
  /** All campuses, or the own one. */
  scope: string;
}

function wantedBy(campus: string, query: BrowseQuery): Wanted {
  const { mealPeriod, search, urgency } = query;
  const offset = Math.min(offsetOf(query), BROWSE_REACH);
  const values: unknown[] = [campus, offset, Math.min(query.limit, BROWSE_REACH - offset)];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions: string[] = [];
  if (mealPeriod) conditions.push(`r.meal_period = ${value(mealPeriod)}`);
  if (urgency) conditions.push(`r.urgency = ${value(urgency)}`);
  if (search !== undefined) {
    const like = `ILIKE ${value(`%${search.replaceAll(/[\\%_]/g, '\\$&')}%`)}`;
    conditions.push(`(r.meal_description ${like} OR r.location ${like} OR r.description ${like})`);
  }
  const scope = query.campus === 'mine' ? 'r.institution = $1' : 'true';
  return { text: conditions.join(' AND ') || 'true', values, scope };
}

const OPEN = `r.status = 'active' AND r.deadline > now()`;
const soonest = (where: string, count: number) =>
  `(SELECT r.* FROM meal_requests r WHERE ${OPEN} AND ${where} ORDER BY r.deadline, r.id LIMIT ${count}) r`;

/** Own campus first, then soonest deadline (DESIGN §6). */
const PAGE_ORDER = 'ORDER BY walk, deadline, id LIMIT $3::int OFFSET $2::int';
const SELECT_PAGE = `
  SELECT found.*, r.id AS "_id", r.meal_period AS "mealPeriod", r.meal_description AS "mealDescription", r.location,
         r.description, r.urgency, r.is_flexible AS "isFlexible", r.deadline, r.created_at AS "createdAt", r.institution,
         r.status, r.requester_id AS "requesterId", s.name AS "requesterName"
    FROM found LEFT JOIN (page r JOIN students s ON s.id = r.requester_id) ON true
   ORDER BY r.walk, r.deadline, r.id`;

/** What an earlier page told of all that a page is taken from. */
export interface Known {
  /** More is open there than the reach. */
  isCapped?: boolean;
  /** Of the filter. */
  total?: number;
}

/**
 * A page of what is within reach. Two walks in order of deadline, to one more than the page; the second takes what the first
 * left free. The last page has the total. Else it is counted among the soonest of all (`counted`, the same for every
 * reader), and told as more than this page if the reader's own campus has more. What is known is not looked up.
 */
export function pageInReach(campus: string, query: BrowseQuery, known: Known): Statement & { name?: string } {
  const { text: wanted, scope, values } = wantedBy(campus, query);
  const total = `$${values.push(known.total ?? null)}::int`;
  const capped = `$${values.push(known.isCapped ?? null)}::boolean`;
  const text = `
    WITH own AS MATERIALIZED (
      SELECT 1 AS walk, r.* FROM ${soonest('r.institution = $1', BROWSE_REACH)} WHERE ${wanted}
       ORDER BY deadline, id LIMIT $2::int + $3::int + 1
    ), others AS (
      SELECT * FROM (
        SELECT 2 AS walk, r.* FROM ${soonest(scope, BROWSE_REACH)} WHERE r.institution <> $1 AND ${wanted}
         ORDER BY deadline, id LIMIT $2::int + $3::int + 1
      ) r LIMIT $2::int + $3::int + 1 - (SELECT count(*) FROM own)
    ), ahead AS MATERIALIZED (
      SELECT * FROM (SELECT * FROM own UNION ALL SELECT * FROM others) r
       ORDER BY walk, deadline, id LIMIT $3::int + 1 OFFSET $2::int
    ), page AS (
      SELECT * FROM ahead ORDER BY walk, deadline, id LIMIT $3::int
    ), shown AS (
      SELECT count(*)::int AS rows, count(*) <= $3::int AND (count(*) > 0 OR $2::int = 0) AS is_last FROM ahead
    ), told AS MATERIALIZED (
      SELECT *, CASE WHEN NOT is_last THEN coalesce(${total}, (
                  SELECT count(*) FILTER (WHERE ${wanted})::int FROM ${soonest(scope, BROWSE_REACH)})) END AS counted
        FROM shown
    ), found AS (
      SELECT counted,
             CASE WHEN rows = 0 AND NOT is_last THEN counted
                  ELSE least(greatest(counted, $2::int + rows), ${BROWSE_REACH}) END AS total,
             coalesce(${capped}, EXISTS (SELECT FROM ${soonest(scope, BROWSE_REACH + 1)} OFFSET ${BROWSE_REACH})) AS "isCapped"
        FROM told
    ) ${SELECT_PAGE}`;
  if (query.search !== undefined) return { text, values }; // how it is best done depends on the word
  const name = ['browse', query.mealPeriod && 'period', query.urgency && 'urgency', query.campus];
  return { name: name.filter(Boolean).join(' '), text, values };
}

/**
 * All hits of a rare word, by its index. `isRare` is false, and there are no rows, if the word is no rare one after all
 * or this database has no such index; undefined for a search that the index cannot answer.
 */
export function pageOfRareWord(campus: string, query: BrowseQuery): Statement | undefined {
  if (!INDEXED.test(query.search ?? '')) return undefined;
  const { text: wanted, scope, values } = wantedBy(campus, query);
  const text = `
    WITH sample AS (
      SELECT FROM ${soonest(scope, SAMPLE)} WHERE ${wanted} LIMIT $3::int
    ), guess AS (
      SELECT count(*) < $3::int AND to_regclass('ix_meal_requests_search') IS NOT NULL AS "isRare" FROM sample
    ), hits AS MATERIALIZED (
      SELECT r.* FROM meal_requests r
       WHERE ${OPEN} AND ${scope} AND ${wanted} AND (SELECT "isRare" FROM guess) LIMIT ${BROWSE_REACH}
    ), found AS (
      SELECT count(*)::int AS total, (SELECT "isRare" FROM guess) AND count(*) < ${BROWSE_REACH} AS "isRare" FROM hits
    ), page AS (
      SELECT CASE r.institution WHEN $1 THEN 1 ELSE 2 END AS walk, r.* FROM hits r, found WHERE "isRare" ${PAGE_ORDER}
    ) ${SELECT_PAGE}`;
  return { text, values };
}
