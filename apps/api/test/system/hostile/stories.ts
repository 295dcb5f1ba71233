import type { TestDatabase } from '../../support/database.js';
import {
  cancelMatch,
  completeMatch,
  insertMatch,
  insertOrder,
  insertRequest,
  lines,
  matches,
  moveRequest,
  openOrder,
  operators,
  order,
  refundedOrder,
  requests,
  students,
  uuid,
  type Request,
  type Student,
} from './campus.js';

type Match = keyof typeof matches;

const create = (request: Request, student: Student): string[] => [
  insertRequest(requests[request], student),
  `SELECT ledger.hold_credit('${students[student]}', '${requests[request]}')`,
];
const accept = (request: Match, fulfiller: Student, requester: Student = 'alice'): string[] => [
  moveRequest(request, 'matched'),
  insertMatch(matches[request], requests[request], requester, fulfiller),
];
const complete = (request: Match, fulfiller: Student): string[] => [
  moveRequest(request, 'completed'),
  completeMatch(request),
  `SELECT ledger.capture_credit('${requests[request]}', '${students[fulfiller]}')`,
];
const giveBack = (request: Request, status: 'cancelled' | 'expired'): string[] => [
  moveRequest(request, status),
  `SELECT ledger.release_credit('${requests[request]}')`,
];

/** A request posted by one student, fulfilled by the other. */
const exchange = (request: Match, requester: Student, fulfiller: Student): string[] => [
  ...create(request, requester),
  ...accept(request, fulfiller, requester),
  ...complete(request, fulfiller),
];
const spend = (student: Student, credits: number): string[] =>
  Array.from({ length: credits }, () => uuid(6, ++spent)).flatMap((id) => [
    insertRequest(id, student),
    `SELECT ledger.hold_credit('${students[student]}', '${id}')`,
  ]);
let spent = 0;
const dispute = (match: Match) => `SELECT ledger.open_dispute('${matches[match]}')`;
const decide = (match: Match, award: 'requester' | 'fulfiller' | 'nobody') =>
  `SELECT ledger.decide_dispute('${matches[match]}', '${award}', 'operator', 'The door log shows it.')`;

const logged = (line: string, operator: keyof typeof operators, student: Student, amount: number, action = 'adjust') =>
  `INSERT INTO operator_log (id, operator_id, institution, action, student_id, reason, after)
   VALUES ('${line}', '${operators[operator]}', 'state', '${action}', '${students[student]}', 'The reader was broken.',
           '{"amount": ${amount}}')`;
const adjust = (line: string, operator: keyof typeof operators, student: Student, amount: number): string[] => [
  logged(line, operator, student, amount),
  `SELECT ledger.adjust_credits('${line}', '${students[student]}', ${amount})`,
];

/** Every lawful story of the exchange, each its own transaction. They also prove that the guards let the product work. */
export const stories: Record<string, string[]> = {
  'students register': Object.entries(students).map(
    ([name, id]) => `INSERT INTO students
      (id, name, email, phone_number, role_preference, password_hash, institution)
      VALUES ('${id}', '${name}', '${name}@state.edu', '+1 555 010 0100', 'both', 'x', 'state')`,
  ),
  'starting credits are granted': [
    `SELECT ledger.grant_credits('${students.alice}', 9, 'alice')`,
    `SELECT ledger.grant_credits('${students.bob}', 2, 'bob')`,
    `SELECT ledger.grant_credits('${students.hank}', 4, 'hank')`,
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
  'bob releases it': [moveRequest('reopened', 'active'), cancelMatch('reopened')],
  'dave fulfils one': [...create('taken', 'alice'), ...accept('taken', 'dave')],
  'and earns a credit': complete('taken', 'dave'),
  'dave spends it': create('daves', 'dave'),
  'alice says that it did not happen': [dispute('taken')],
  'bob fulfils one': exchange('disputed', 'alice', 'bob'),
  'and alice says that it did not happen': [dispute('disputed')],
  'bob fulfils another': exchange('awarded', 'alice', 'bob'),
  'alice disputes it': [dispute('awarded')],
  'and gets the credit': [decide('awarded', 'requester')],
  'gina fulfils one of hank': exchange('void', 'hank', 'gina'),
  'and spends what she earned': spend('gina', 1),
  'hank disputes it': [dispute('void')],
  'gina wins, and earns the next': [decide('void', 'fulfiller'), ...exchange('repaid', 'hank', 'gina')],
  'and one more': exchange('claimed', 'hank', 'gina'),
  'gina spends both': spend('gina', 2),
  'hank disputes the first': [dispute('repaid')],
  'and the second': [dispute('claimed')],
  'hank wins both': [decide('repaid', 'requester'), decide('claimed', 'requester')],
  'gina pays the first with what she earns': exchange('paying', 'hank', 'gina'),
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
  'frank buys credits': [
    insertOrder(refundedOrder, 'frank', 'paid'),
    `SELECT ledger.purchase_credits('${refundedOrder}', '${students.frank}', 5)`,
  ],
  'frank spends two': spend('frank', 2),
  'frank gets all his money back': [
    `UPDATE orders SET credits_reversed = 5 WHERE id = '${refundedOrder}'`,
    `SELECT ledger.reverse_purchase('${refundedOrder}', 5)`,
  ],
  'frank pays for one again': [
    `UPDATE orders SET credits_reversed = 4 WHERE id = '${refundedOrder}'`,
    `SELECT ledger.restore_purchase('${refundedOrder}', 1)`,
  ],
  'operators are invited': [
    `INSERT INTO campuses (institution) VALUES ('state'), ('other') ON CONFLICT DO NOTHING`,
    `INSERT INTO operators (id, email, institution, sealed_secret) VALUES
       ('${operators.here}', 'here@dining.example', 'state', 'x'), ('${operators.platform}', 'all@dining.example', NULL, 'x'),
       ('${operators.elsewhere}', 'elsewhere@dining.example', 'other', 'x')`,
  ],
  'one of them gives ivan as much as they may in a day': [lines.first, ...[2, 3, 4, 5].map((n) => uuid(8, n))].flatMap(
    (line) => adjust(line, 'here', 'ivan', 10),
  ),
  'another one takes some': adjust(uuid(8, 6), 'platform', 'ivan', -1),
  'they write down more than they do': [
    logged(lines.spare, 'platform', 'alice', 1),
    logged(lines.bobs, 'platform', 'bob', -10),
    logged(lines.suspension, 'platform', 'alice', 0, 'suspend'),
    logged(lines.fifty, 'here', 'alice', 1),
    logged(lines.foreign, 'elsewhere', 'alice', 1),
  ],
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
