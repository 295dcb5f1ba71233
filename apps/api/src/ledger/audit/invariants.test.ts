import { account, hold, lines, matches, operators, requests, students } from '../../../test/system/hostile/campus.js';
import { openCampus } from '../../../test/system/hostile/open-campus.js';
import { auditLedger, invariants } from './invariants.js';

/**
 * Each invariant finds the damage that it exists for. The guards are removed first, since they would refuse it: the
 * test simulates a bug in a guard, or an edit by hand in the database.
 */
const GUARDS_AWAY = `
  SET LOCAL session_replication_role = replica;
  ALTER TABLE students DISABLE TRIGGER USER;
  ALTER TABLE meal_requests DISABLE TRIGGER USER;
  ALTER TABLE matches DISABLE TRIGGER USER;
  ALTER TABLE orders DISABLE TRIGGER USER;
  ALTER TABLE ledger.accounts DISABLE TRIGGER USER;
  ALTER TABLE ledger.transfers DISABLE TRIGGER USER;
  ALTER TABLE ledger.disputes DISABLE TRIGGER USER;
  ALTER TABLE ledger.starting_meals DISABLE TRIGGER USER;
  ALTER TABLE operator_log DISABLE TRIGGER USER;
  ALTER TABLE ledger.accounts DROP CONSTRAINT ck_accounts_available_not_negative;
  ALTER TABLE matches DROP CONSTRAINT ck_matches_not_own_request;
  DROP INDEX uq_matches_live_request;
  DROP INDEX ledger.uq_transfers_hold_of_request, ledger.uq_transfers_resolution_of_hold,
             ledger.uq_transfers_grant_of_student, ledger.uq_transfers_purchase_of_order,
             ledger.uq_transfers_taking_of_match, ledger.uq_transfers_award_of_match`;

const copyOf = (kind: string) => `
  INSERT INTO ledger.transfers
  SELECT nextval('ledger.transfers_id_seq'), t.kind, t.debit_account_id, t.credit_account_id, t.amount, t.request_id,
         t.match_id, t.order_id, t.hold_id, t.reverses_id, now()
    FROM ledger.transfers t WHERE t.kind = '${kind}' LIMIT 1`;

/** For each invariant, something that breaks it. */
const breakages: Record<string, string> = {
  'every balance is the sum of its transfers': 'UPDATE ledger.accounts SET balance = balance + 1 WHERE balance > 0',
  'all accounts together are 0': 'UPDATE ledger.accounts SET balance = balance + 1 WHERE balance > 0',
  'no available or held balance is below 0 and no debt above': `
    UPDATE ledger.accounts SET balance = -1 WHERE id = ${account('erin', 'available')}`,
  'every student has the three accounts': `DELETE FROM ledger.accounts WHERE id = ${account('erin', 'debt')}`,
  'nobody owes credits while they have some': `
    UPDATE ledger.accounts SET balance = balance + 1 WHERE id = ${account('frank', 'available')}`,
  'nobody owes more than refunds of purchases took back': `
    UPDATE ledger.accounts SET balance = -1 WHERE id = ${account('dave', 'debt')}`,
  'nobody has credits while there is a claim on them': `
    UPDATE ledger.accounts SET balance = balance + 1 WHERE id = ${account('dave', 'available')}`,
  'the credit of a dispute is taken at most once from the fulfiller of its match': copyOf('dispute'),
  'as many credits are disputed as undecided disputes have taken': copyOf('dispute'),
  'a disputed credit is awarded once when its dispute is decided': `DELETE FROM ledger.transfers WHERE kind = 'award'`,
  'every disputed credit went where its dispute was awarded': `
    UPDATE ledger.disputes SET awarded_to = 'nobody' WHERE match_id = '${matches.awarded}'`,
  'spendable and disputed credits are those granted bought adjusted and owed without the burned': `
    UPDATE ledger.accounts SET balance = balance + 1 WHERE id = ${account('alice', 'available')}`,
  'every student with starting meals has their mailbox on record and nobody else': `
    DELETE FROM ledger.starting_meals WHERE student_id = '${students.alice}'`,
  'every adjustment is of at most 10 credits and as the log of operators says': `
    UPDATE ledger.transfers SET amount = 9 WHERE log_id = '${lines.first}'`,
  'no operator adjusts more than 50 credits in 24 hours': `
    UPDATE ledger.transfers SET created_at = now() WHERE kind = 'adjustment';
    UPDATE operator_log SET operator_id = '${operators.here}'`,
  'every held balance is the sum of the open holds': `
    UPDATE ledger.accounts SET balance = balance + 1 WHERE id = ${account('alice', 'held')}`,
  'every request has one hold by its requester': `DELETE FROM ledger.transfers WHERE id = ${hold('active')}`,
  'every hold is resolved at most once': copyOf('release'),
  'a request is active or matched as long as its hold is open completed when captured else released': `
    UPDATE meal_requests SET status = 'expired' WHERE id = '${requests.active}'`,
  'a request has a live match exactly when it is matched or completed': `
    UPDATE matches SET status = 'cancelled', cancelled_at = now(), cancelled_because = 'released' WHERE id = '${matches.matched}'`,
  'every capture went to the fulfiller of a completed match': `
    UPDATE matches SET fulfiller_id = '${students.carol}' WHERE id = '${matches.completed}'`,
  'as many requests are completed as credits captured': copyOf('capture'),
  'every match has the requester of its request and another student as fulfiller': `
    UPDATE matches SET requester_id = '${students.bob}' WHERE id = '${matches.matched}'`,
  'nobody was granted starting credits twice': copyOf('grant'),
  'every paid order was credited once to its student and no other order at all': copyOf('purchase'),
  'every purchase was paid for': 'DELETE FROM orders',
  'every paid order gave its credits minus those taken back': 'UPDATE orders SET credits_reversed = 0',
  'no more was taken back than was given': `UPDATE ledger.transfers SET amount = 6 WHERE kind = 'reversal'`,
  'no hold is open 72 h after its deadline': `
    UPDATE meal_requests SET deadline = now() - interval '73 hours' WHERE id = '${requests.active}'`,
};

const { client } = await openCampus();

it('finds nothing in a ledger that is in order', async () => {
  await client.query(GUARDS_AWAY);
  expect(await auditLedger(client)).toEqual([]);
});

it.each(Object.keys(invariants))('finds the damage: %s', async (invariant) => {
  await client.query(GUARDS_AWAY);
  await client.query(breakages[invariant]!);
  const broken = (await auditLedger(client)).map((finding) => finding.invariant);
  expect(broken).toContain(invariant);
});
