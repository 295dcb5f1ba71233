import { RATING_BLIND_DAYS } from '@spareswipe/contract';
import { isUndone } from '../exchange/matches/contact-column.js';
import { mealColumns } from '../exchange/requests/request-columns.js';

/** Matches of the student; `$1` everywhere in this file. */
const MY_MATCHES = `SELECT id FROM matches WHERE requester_id = $1 OR fulfiller_id = $1`;
const MY_ACCOUNTS = `SELECT id FROM ledger.accounts WHERE student_id = $1`;

/** Actions of operators about which the student got a mail. */
const MAILED = `'suspend', 'lift-suspension', 'withdraw-strike', 'uphold-strike', 'answer-report', 'adjust', 'close',
  'reopen', 'remove-request'`;
const MAILED_TO_BOTH = `'void', 'decide-dispute'`;

const mine = (column: string) =>
  `CASE $1 WHEN m.requester_id THEN m.requester_${column} ELSE m.fulfiller_${column} END`;
/** Where a credit came from or went to, without naming another student. */
const place = (account: string) =>
  `CASE WHEN ${account}.student_id <> $1 THEN 'another student' ELSE ${account}.kind END`;

interface Part {
  title: string;
  sql: string;
}

/**
 * Everything kept about a student, by table. About other students it has only what the screens show: the name of the other side of a match,
 * and their rating once it is visible. Secrets (hashes, keys, tokens) and inner notes stay out; personal-data.test.ts lists them.
 */
export const personalData: Record<string, Part> = {
  students: {
    title: 'Your account',
    sql: `SELECT name, email, phone_number, role_preference, institution, verified_at, suspended_until,
                 created_at, updated_at
            FROM students WHERE id = $1`,
  },
  sessions: {
    title: 'Log-ins',
    sql: `SELECT user_agent, created_at, last_used_at, expires_at, ended_at FROM sessions WHERE student_id = $1
           ORDER BY created_at DESC LIMIT 1000`,
  },
  identities: {
    title: 'Your campus account',
    sql: `SELECT issuer, subject, linked_at FROM identities WHERE student_id = $1 ORDER BY linked_at`,
  },
  email_tokens: {
    title: 'Links that we mailed you',
    sql: `SELECT purpose, created_at, expires_at FROM email_tokens WHERE student_id = $1 ORDER BY created_at`,
  },
  meal_requests: {
    title: 'Meals you asked for',
    sql: `SELECT id, institution, ${mealColumns}, status, created_at, updated_at
            FROM meal_requests r WHERE requester_id = $1 ORDER BY created_at`,
  },
  matches: {
    title: 'Your matches',
    sql: `SELECT m.id, m.request_id, CASE $1 WHEN m.requester_id THEN 'requester' ELSE 'fulfiller' END AS your_role,
                 other.name AS other_side, r.meal_period, r.meal_description, r.location, r.deadline, m.status,
                 m.completed_by, m.completed_at, m.cancelled_at, m.cancelled_because, ${mine('here_at')} AS here_at,
                 ${mine('met_at')} AS met_at, m.created_at
            FROM matches m
            JOIN meal_requests r ON r.id = m.request_id
            JOIN students other ON other.id = CASE $1 WHEN m.requester_id THEN m.fulfiller_id ELSE m.requester_id END
           WHERE m.requester_id = $1 AND NOT ${isUndone} OR m.fulfiller_id = $1 ORDER BY m.created_at`,
  },
  ratings: {
    title: 'Ratings that you gave, and those you can see',
    sql: `SELECT given.match_id, given.rater_id = $1 AS is_yours, given.score, given.followed_through, given.created_at,
                 CASE WHEN given.rater_id = $1 OR given.followed_through AND NOT EXISTS (
                        SELECT FROM reports WHERE match_id = given.match_id AND reporter_id = $1 AND kind = 'comment')
                      THEN given.comment END AS comment
            FROM ratings given
           WHERE given.rater_id = $1
              OR given.match_id IN (${MY_MATCHES})
                 AND (given.created_at <= now() - interval '${RATING_BLIND_DAYS} days'
                      OR EXISTS (SELECT FROM ratings own WHERE own.match_id = given.match_id AND own.rater_id = $1))
           ORDER BY given.created_at`,
  },
  reputations: {
    title: 'What others see beside your name',
    sql: `SELECT half_stars, meals FROM reputations WHERE student_id = $1`,
  },
  strikes: {
    title: 'Strikes',
    sql: `SELECT id, match_id, created_at, consumed_at, withdrawn_at, contest, contested_at, contest_decided_at
            FROM strikes WHERE student_id = $1 ORDER BY created_at`,
  },
  reports: {
    title: 'Reports that you wrote',
    sql: `SELECT id, match_id, request_id, kind, text, state, answer, answered_at, created_at
            FROM reports WHERE reporter_id = $1 ORDER BY created_at`,
  },
  announcement_reads: {
    title: 'Announcements that you dismissed',
    sql: `SELECT announcement_id, read_at FROM announcement_reads WHERE student_id = $1 ORDER BY read_at`,
  },
  operator_log: {
    title: 'What operators decided',
    sql: `SELECT action, match_id, request_id, reason, before, after, created_at FROM operator_log
           WHERE student_id = $1 AND action IN (${MAILED})
              OR match_id IN (${MY_MATCHES}) AND action IN (${MAILED_TO_BOTH})
           ORDER BY id`,
  },
  'ledger.accounts': {
    title: 'Your meals',
    sql: `SELECT kind, balance FROM ledger.accounts WHERE student_id = $1 ORDER BY id`,
  },
  'ledger.transfers': {
    title: 'How your meals moved',
    sql: `SELECT t.id, t.kind, ${place('debit')} AS taken_from, ${place('credit')} AS given_to, t.amount, t.request_id,
                 t.match_id, t.order_id, t.hold_id, t.reverses_id, t.created_at
            FROM ledger.transfers t
            JOIN ledger.accounts debit ON debit.id = t.debit_account_id
            JOIN ledger.accounts credit ON credit.id = t.credit_account_id
           WHERE t.debit_account_id IN (${MY_ACCOUNTS}) OR t.credit_account_id IN (${MY_ACCOUNTS}) ORDER BY t.id`,
  },
  'ledger.disputes': {
    title: 'Disputes',
    sql: `SELECT match_id, opened_at, awarded_to, decided_at, decided_by, reason FROM ledger.disputes
           WHERE match_id IN (${MY_MATCHES}) ORDER BY opened_at`,
  },
  orders: {
    title: 'Meals you bought',
    sql: `SELECT id, package_id, credits, amount_cents, currency, livemode, state, payment_intent_id, paid_at,
                 refunded_cents, lost_cents, credits_reversed, refund_due, created_at, updated_at
            FROM orders WHERE student_id = $1 ORDER BY created_at`,
  },
  alert_settings: {
    title: 'Your choices about alerts',
    sql: `SELECT push, mail, meal_periods, campus, quiet_from, quiet_until, time_zone, help_on, show_details, alerted_at,
                 alerted_on, alerted_times
            FROM alert_settings WHERE student_id = $1`,
  },
  alerts: {
    title: 'Alerts that you got',
    sql: `SELECT request_id, wave, alerted_at, opened_at FROM alerts WHERE student_id = $1 ORDER BY alerted_at`,
  },
  push_subscriptions: {
    title: 'Devices with notifications',
    sql: `SELECT name, endpoint, created_at, failing_since FROM push_subscriptions WHERE student_id = $1 ORDER BY created_at`,
  },
  notices: {
    title: 'Notifications about your exchanges',
    sql: `SELECT kind, subject_id, sent_at FROM notices WHERE student_id = $1 ORDER BY sent_at`,
  },
  idempotency_keys: {
    title: 'Responses kept in case your browser asks again',
    // those of operators name the operator, and what they did is in the log
    sql: `SELECT key, route, body, created_at FROM idempotency_keys
           WHERE student_id = $1 AND route NOT LIKE 'desk.%' ORDER BY created_at`,
  },
};
