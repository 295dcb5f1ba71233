import type { TestDatabase } from '../../support/database.js';

/** A small campus with something in every state, for attacks to work on. Ids are fixed, so attacks are plain SQL. */
const uuid = (group: number, number: number) => `00000000-0000-7000-800${group}-${String(number).padStart(12, '0')}`;

export const students = {
  /** Requester of everything below; has credits to spend. */
  alice: uuid(1, 1),
  /** Fulfiller of everything below. */
  bob: uuid(1, 2),
  /** Somebody else, who bought credits. */
  carol: uuid(1, 3),
  /** Owes a credit: fulfilled `taken`, spent what it earned, and had to give it back. */
  dave: uuid(1, 4),
  /** Has no credits at all, and has not verified the address. */
  erin: uuid(1, 5),
} as const;

export const requests = {
  active: uuid(2, 1),
  matched: uuid(2, 2),
  completed: uuid(2, 3),
  cancelled: uuid(2, 4),
  expired: uuid(2, 5),
  /** Accepted and released by bob: active again, with a cancelled match. */
  reopened: uuid(2, 6),
  /** Completed by dave, and the credit taken back from him. */
  taken: uuid(2, 7),
  /** dave's own, active: where he spent his credit. */
  daves: uuid(2, 8),
} as const;

export const matches = {
  matched: uuid(3, 2),
  completed: uuid(3, 3),
  reopened: uuid(3, 6),
  taken: uuid(3, 7),
} as const;

/** carol's: paid, part of it refunded, part of that given back. */
export const order = uuid(4, 1);
/** bob's: not paid yet. */
export const openOrder = uuid(4, 2);
/** An id that does not exist. */
export const nothing = uuid(9, 9);

type Student = keyof typeof students;
type Request = keyof typeof requests;

export const account = (student: Student, kind: 'available' | 'held' | 'debt') =>
  `(SELECT id FROM ledger.accounts WHERE student_id = '${students[student]}' AND kind = '${kind}')`;
export const issuance = '1';
export const cardSales = '2';
export const hold = (request: Request) =>
  `(SELECT id FROM ledger.transfers WHERE kind = 'hold' AND request_id = '${requests[request]}')`;
export const capture = (request: Request) =>
  `(SELECT id FROM ledger.transfers WHERE kind = 'capture' AND request_id = '${requests[request]}')`;
export const purchase = `(SELECT id FROM ledger.transfers WHERE kind = 'purchase' AND order_id = '${order}')`;
/** What was taken back of it. */
export const refund = `(SELECT id FROM ledger.transfers WHERE kind = 'reversal' AND reverses_id = ${purchase})`;
/** What was given back of that. */
export const restored = `(SELECT id FROM ledger.transfers WHERE kind = 'reversal' AND reverses_id = ${refund})`;

/** One transfer row as an attacker writes it; columns left out are null. */
export function transfer(
  kind: string,
  debit: string,
  credit: string,
  {
    amount = 1,
    ...causes
  }: { amount?: number; request?: string; match?: string; order?: string; hold?: string; reverses?: string } = {},
): string {
  const text = (value: string | undefined) => (value ? `'${value}'` : 'NULL');
  return `INSERT INTO ledger.transfers
      (kind, debit_account_id, credit_account_id, amount, request_id, match_id, order_id, hold_id, reverses_id)
    VALUES ('${kind}', ${debit}, ${credit}, ${amount}, ${text(causes.request)}, ${text(causes.match)},
            ${text(causes.order)}, ${causes.hold ?? 'NULL'}, ${causes.reverses ?? 'NULL'})`;
}

export const insertRequest = (id: string, student: Student, status = 'active') =>
  `INSERT INTO meal_requests
     (id, requester_id, institution, meal_period, meal_description, location, urgency, is_flexible, deadline, status)
   VALUES ('${id}', '${students[student]}', 'state', 'lunch', 'Soup', 'Hall', 'low', true, now() + interval '2 h', '${status}')`;
export const insertMatch = (id: string, request: string, requester: Student, fulfiller: Student) =>
  `INSERT INTO matches (id, request_id, requester_id, fulfiller_id)
   VALUES ('${id}', '${request}', '${students[requester]}', '${students[fulfiller]}')`;
export const moveRequest = (request: Request, status: string) =>
  `UPDATE meal_requests SET status = '${status}' WHERE id = '${requests[request]}'`;
export const completeMatch = (match: keyof typeof matches) =>
  `UPDATE matches SET status = 'completed', completed_by = 'requester', completed_at = now() WHERE id = '${matches[match]}'`;
export const cancelMatch = (match: keyof typeof matches) =>
  `UPDATE matches SET status = 'cancelled', cancelled_at = now(), cancelled_because = 'released' WHERE id = '${matches[match]}'`;

/** The release of a request's hold, as a transfer of one's own. */
export const release = (request: Request) =>
  transfer('release', account('alice', 'held'), account('alice', 'available'), {
    request: requests[request],
    hold: hold(request),
  });

export const insertOrder = (id: string, student: Student, state: 'open' | 'paid') =>
  `INSERT INTO orders (id, student_id, package_id, credits, amount_cents, currency, livemode, state, payment_intent_id, paid_at)
   VALUES ('${id}', '${students[student]}', 'small', 5, 2499, 'usd', false, '${state}', 'pi_${id}',
           ${state === 'paid' ? 'now()' : 'NULL'})`;

const create = (request: Request, student: Student): string[] => [
  insertRequest(requests[request], student),
  `SELECT ledger.hold_credit('${students[student]}', '${requests[request]}')`,
];
const accept = (request: keyof typeof matches, fulfiller: Student): string[] => [
  moveRequest(request, 'matched'),
  insertMatch(matches[request], requests[request], 'alice', fulfiller),
];
const complete = (request: keyof typeof matches, fulfiller: Student): string[] => [
  moveRequest(request, 'completed'),
  completeMatch(request),
  `SELECT ledger.capture_credit('${requests[request]}', '${students[fulfiller]}')`,
];
const giveBack = (request: Request, status: 'cancelled' | 'expired'): string[] => [
  moveRequest(request, status),
  `SELECT ledger.release_credit('${requests[request]}')`,
];

/** Every lawful story of the exchange, each its own transaction. They also prove that the guards let the product work. */
export const stories: Record<string, string[]> = {
  'students register': Object.entries(students).map(
    ([name, id]) => `INSERT INTO students
      (id, name, email, phone_number, role_preference, password_hash, institution)
      VALUES ('${id}', '${name}', '${name}@state.edu', '+1 555 010 0100', 'both', 'x', 'state')`,
  ),
  'starting credits are granted': [
    `SELECT ledger.grant_credits('${students.alice}', 9, 'alice', '+15550100001')`,
    `SELECT ledger.grant_credits('${students.bob}', 2, 'bob', '+15550100002')`,
  ],
  'a request is posted': create('active', 'alice'),
  'a request is posted and accepted': create('matched', 'alice'),
  'it is accepted': accept('matched', 'bob'),
  'another is posted': create('completed', 'alice'),
  'another is accepted': accept('completed', 'bob'),
  'and completed': complete('completed', 'bob'),
  'one is posted to be cancelled': create('cancelled', 'alice'),
  'and cancelled': giveBack('cancelled', 'cancelled'),
  'one is posted to expire': create('expired', 'alice'),
  'and expires': giveBack('expired', 'expired'),
  'one is posted and will be reopened': create('reopened', 'alice'),
  'bob takes it': accept('reopened', 'bob'),
  'bob releases it': [cancelMatch('reopened'), moveRequest('reopened', 'active')],
  'dave fulfils one': [...create('taken', 'alice'), ...accept('taken', 'dave')],
  'and earns a credit': complete('taken', 'dave'),
  'dave spends it': create('daves', 'dave'),
  'alice says that it did not happen': [`SELECT ledger.open_dispute('${matches.taken}')`],
  'alice rates the completed one': [
    `INSERT INTO ratings (match_id, side, rater_id, score, followed_through)
     VALUES ('${matches.completed}', 'requester', '${students.alice}', 5, true)`,
  ],
  'and reports dave': [
    `INSERT INTO strikes (id, student_id, accuser_id, match_id)
     VALUES ('${uuid(5, 1)}', '${students.dave}', '${students.alice}', '${matches.taken}')`,
  ],
  'carol buys credits': [
    insertOrder(order, 'carol', 'paid'),
    `SELECT ledger.purchase_credits('${order}', '${students.carol}', 5)`,
  ],
  'bob is about to': [insertOrder(openOrder, 'bob', 'open')],
  'carol is refunded some of them': [
    `UPDATE orders SET credits_reversed = 2 WHERE id = '${order}'`,
    `SELECT ledger.reverse_purchase('${order}', 2)`,
  ],
  'and gets one back': [
    `UPDATE orders SET credits_reversed = 1 WHERE id = '${order}'`,
    `SELECT ledger.restore_purchase('${order}', 1)`,
  ],
};

export async function buildCampus(db: TestDatabase): Promise<void> {
  for (const statements of Object.values(stories)) await db.transaction(statements.map((sql) => [sql]));
}
