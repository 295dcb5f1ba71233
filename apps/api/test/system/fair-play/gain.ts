import { STARTING_CREDITS } from '../model/campus.js';
import type { Group } from './group.js';

/**
 * How many credits more the group can spend than it came by honestly. Above 0, somebody found a hole. Also notes in the
 * group what each account has available.
 *
 * - *Can spend*: available and held credits of its open and closed accounts. A held credit counts because its request can
 *   be cancelled; a disputed one does not, since nobody can spend it.
 * - *Starting meals* count once per person, however many accounts they have: that is what the rule promises.
 * - *Bought* counts what the bank did not get back. Credits that were spent before the bank took the money back stay with
 *   the group and are owed: the bank decides that, and an alert shows it. So only what left an account counts as returned.
 * - *Earned from outsiders* is what exchanges with them moved: plus 1 for a match that a member fulfilled, minus 1 for
 *   one that an outsider fulfilled, each as its dispute left it. An exchange inside the group earns nothing, however it ends.
 *   This reads the outcome of matches and disputes, not transfers, so a credit that is paid twice counts as a gain.
 */
export async function gainOf({ services, accounts, members }: Group): Promise<number> {
  const people = new Set(members.map(({ person }) => person)).size;
  const values = [members.map(({ id }) => id), accounts.map(({ id }) => id)];
  const { rows } = await services.client.query<{ gain: number; available: number[] }>({ ...GAIN, values });
  const [{ gain, available }] = rows as [(typeof rows)[0]];
  accounts.forEach((account, place) => (account.available = available[place]!));
  return gain - STARTING_CREDITS * people;
}

const GAIN = {
  name: 'gain',
  text: `
    WITH member AS (
      SELECT a.id, a.kind, a.balance FROM ledger.accounts a WHERE a.student_id = ANY ($1)
    ), bought AS (
      SELECT sum(t.amount * sign) AS credits
        FROM (VALUES (1), (-1)) side (sign)
        JOIN member ON member.kind = 'available'
        JOIN ledger.transfers t ON member.id = CASE sign WHEN 1 THEN t.credit_account_id ELSE t.debit_account_id END
       WHERE t.order_id IS NOT NULL OR t.kind = 'repay' AND t.match_id IS NULL
    ), earned AS (
      -- the fulfiller keeps a disputed credit unless it was taken, and the requester gets no more than what was taken
      SELECT sum(CASE WHEN m.fulfiller_id = ANY ($1)
                   THEN CASE WHEN d.taken_id IS NULL OR d.awarded_to = 'fulfiller' THEN 1 ELSE 0 END
                   ELSE CASE WHEN d.taken_id IS NOT NULL AND d.awarded_to = 'requester' THEN 0 ELSE -1 END END) AS credits
        FROM matches m LEFT JOIN ledger.disputes d ON d.match_id = m.id
       WHERE m.status = 'completed' AND m.requester_id = ANY ($2) AND m.fulfiller_id = ANY ($2)
         AND (m.requester_id = ANY ($1)) <> (m.fulfiller_id = ANY ($1))
    )
    SELECT ((SELECT sum(balance) FROM member WHERE kind IN ('available', 'held'))
            - coalesce((SELECT credits FROM bought), 0) - coalesce((SELECT credits FROM earned), 0))::int AS gain,
           (SELECT array_agg(a.balance ORDER BY place) FROM unnest($2) WITH ORDINALITY AS given (id, place)
              JOIN ledger.accounts a ON a.student_id = given.id AND a.kind = 'available') AS available`,
};
