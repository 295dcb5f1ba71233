/** A small campus with something in every state, for attacks to work on. Ids are fixed, so attacks are plain SQL. */
export const uuid = (group: number, number: number) =>
  `00000000-0000-7000-800${group}-${String(number).padStart(12, '0')}`;

export const students = {
  /** Requester of everything below; has credits to spend. */
  alice: uuid(1, 1),
  /** Fulfiller of everything below. */
  bob: uuid(1, 2),
  /** Somebody else, who bought credits. */
  carol: uuid(1, 3),
  /** Fulfilled `taken` and spent what it earned, so its dispute is a claim. */
  dave: uuid(1, 4),
  /** Has no credits at all, and has not verified the address. */
  erin: uuid(1, 5),
  /** Owes a credit: bought some, spent them, and got the money back. */
  frank: uuid(1, 6),
  /** Fulfilled three requests of hank and spent what they earned before he disputed them. */
  gina: uuid(1, 7),
  /** Requester of gina's matches. */
  hank: uuid(1, 8),
  /** Was given credits by operators. */
  ivan: uuid(1, 9),
} as const;

export const requests = {
  active: uuid(2, 1),
  matched: uuid(2, 2),
  completed: uuid(2, 3),
  cancelled: uuid(2, 4),
  expired: uuid(2, 5),
  /** Accepted and released by bob: active again, with a cancelled match. */
  reopened: uuid(2, 6),
  /** Completed by dave, who spent the credit; its undecided dispute waits for his next one. */
  taken: uuid(2, 7),
  /** dave's own, active: where he spent his credit. */
  daves: uuid(2, 8),
  /** Completed by bob, its credit taken into an undecided dispute. */
  disputed: uuid(2, 9),
  /** The same, awarded to alice. */
  awarded: uuid(2, 10),
  /** Completed by gina, disputed after she spent the credit, and awarded to her. */
  void: uuid(2, 11),
  /** The same, awarded to hank, and paid with the next credit that she earned. */
  repaid: uuid(2, 12),
  /** The same, awarded to hank, and not paid yet. */
  claimed: uuid(2, 13),
  /** Completed by gina: what she paid `repaid` with. */
  paying: uuid(2, 14),
} as const;

export const matches = {
  /** Not made yet. */
  active: uuid(3, 1),
  matched: uuid(3, 2),
  completed: uuid(3, 3),
  reopened: uuid(3, 6),
  taken: uuid(3, 7),
  disputed: uuid(3, 9),
  awarded: uuid(3, 10),
  void: uuid(3, 11),
  repaid: uuid(3, 12),
  claimed: uuid(3, 13),
  paying: uuid(3, 14),
} as const;

/** carol's: paid, part of it refunded, part of that given back. */
export const order = uuid(4, 1);
/** bob's: not paid yet. */
export const openOrder = uuid(4, 2);
/** frank's: paid and refunded after he spent the credits, one of them given back since. */
export const refundedOrder = uuid(4, 3);
/** Of alice's campus, of all, and of another one. */
export const operators = { here: uuid(7, 1), platform: uuid(7, 2), elsewhere: uuid(7, 3) } as const;
/** Lines of their log: what `first` allowed is given; the others were not used. */
export const lines = {
  first: uuid(8, 1),
  /** By the operator of all campuses, about alice. */
  spare: uuid(8, 11),
  /** The same, about bob. */
  bobs: uuid(8, 12),
  /** The same, about a suspension of alice. */
  suspension: uuid(8, 13),
  /** By the operator of alice's campus, who has given 50 credits already. */
  fifty: uuid(8, 14),
  /** By the operator of another campus, about alice. */
  foreign: uuid(8, 15),
} as const;
/** Ids that do not exist. */
export const nothing = uuid(9, 9);
export const nothingElse = uuid(9, 8);

export type Student = keyof typeof students;
export type Request = keyof typeof requests;

export const account = (student: Student, kind: 'available' | 'held' | 'debt') =>
  `(SELECT id FROM ledger.accounts WHERE student_id = '${students[student]}' AND kind = '${kind}')`;
export const issuance = '1';
export const cardSales = '2';
export const disputed = '3';
export const adjustments = '4';
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
  }: {
    amount?: number;
    request?: string;
    match?: string;
    order?: string;
    hold?: string;
    reverses?: string;
    log?: string;
  } = {},
): string {
  const text = (value: string | undefined) => (value ? `'${value}'` : 'NULL');
  return `INSERT INTO ledger.transfers
      (kind, debit_account_id, credit_account_id, amount, request_id, match_id, order_id, hold_id, reverses_id, log_id)
    VALUES ('${kind}', ${debit}, ${credit}, ${amount}, ${text(causes.request)}, ${text(causes.match)},
            ${text(causes.order)}, ${causes.hold ?? 'NULL'}, ${causes.reverses ?? 'NULL'}, ${text(causes.log)})`;
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

/** The release of a request's hold, as a transfer written by hand. */
export const release = (request: Request) =>
  transfer('release', account('alice', 'held'), account('alice', 'available'), {
    request: requests[request],
    hold: hold(request),
  });

export const insertOrder = (id: string, student: Student, state: 'open' | 'paid') =>
  `INSERT INTO orders (id, student_id, package_id, credits, amount_cents, currency, livemode, state, payment_intent_id, paid_at)
   VALUES ('${id}', '${students[student]}', 'small', 5, 2499, 'usd', false, '${state}', 'pi_${id}',
           ${state === 'paid' ? 'now()' : 'NULL'})`;
