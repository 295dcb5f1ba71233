import { asReplica, attack } from './attack.js';
import { account, cardSales, insertOrder, nothing, openOrder, order, purchase, students, transfer } from './campus.js';

const ORDER_WITHOUT_CREDITS = 'orders_match_credits';
const CREDITS_WITHOUT_ORDER = 'transfers_match_order';
const carols = account('carol', 'available');
const setOpen = (change: string) => `UPDATE orders SET ${change} WHERE id = '${openOrder}'`;
const setPaid = (change: string) => `UPDATE orders SET ${change} WHERE id = '${order}'`;
const pay = setOpen(`state = 'paid', paid_at = now()`);

export const orderAttacks = [
  attack('money that arrived brings its credits', ORDER_WITHOUT_CREDITS, pay),
  attack('an order that starts as paid brings its credits', ORDER_WITHOUT_CREDITS, insertOrder(nothing, 'bob', 'paid')),
  attack(
    'money that arrived brings its credits in a session that silences triggers',
    ORDER_WITHOUT_CREDITS,
    asReplica,
    pay,
  ),
  attack(
    'no credits without money',
    CREDITS_WITHOUT_ORDER,
    `SELECT ledger.purchase_credits('${openOrder}', '${students.bob}', 5)`,
  ),
  attack(
    'no credits without money in a session that silences triggers',
    CREDITS_WITHOUT_ORDER,
    asReplica,
    `SELECT ledger.purchase_credits('${openOrder}', '${students.bob}', 5)`,
  ),
  attack(
    'no credits for an order that never was in a session that silences triggers',
    CREDITS_WITHOUT_ORDER,
    asReplica,
    `SELECT ledger.purchase_credits('${nothing}', '${students.bob}', 5)`,
  ),
  attack(
    'an order is not paid for on paper, its credits taken back before they came',
    ORDER_WITHOUT_CREDITS,
    insertOrder(nothing, 'bob', 'paid'),
    `UPDATE orders SET credits_reversed = credits WHERE id = '${nothing}'`,
  ),
  attack(
    'the credits go to the student who paid',
    ORDER_WITHOUT_CREDITS,
    pay,
    `SELECT ledger.purchase_credits('${openOrder}', '${students.carol}', 5)`,
  ),
  attack(
    'an order brings as many credits as were sold',
    ORDER_WITHOUT_CREDITS,
    pay,
    `SELECT ledger.purchase_credits('${openOrder}', '${students.bob}', 6)`,
  ),
  attack('credits are not taken back on paper only', ORDER_WITHOUT_CREDITS, setPaid('credits_reversed = 3')),
  attack(
    'credits are not taken back without an entry in the order',
    CREDITS_WITHOUT_ORDER,
    transfer('reversal', carols, cardSales, { order, reverses: purchase }),
  ),
  ...['student_id', 'id', 'package_id', 'credits', 'amount_cents', 'currency', 'livemode', 'payment_intent_id'].map(
    (column) =>
      attack(
        `an order keeps its ${column}`,
        'orders_stay_as_sold',
        setOpen(
          {
            student_id: `student_id = '${students.carol}'`,
            id: `id = '${nothing}'`,
            package_id: `package_id = 'large'`,
            currency: `currency = 'eur'`,
            livemode: 'livemode = true',
            payment_intent_id: `payment_intent_id = 'pi_other'`,
          }[column] ?? `${column} = ${column} + 1`,
        ),
      ),
  ),
  attack(
    'a paid order stays paid',
    'orders_stay_as_sold',
    setPaid(`state = 'cancelled', paid_at = NULL, credits_reversed = 0`),
  ),
  attack(
    'a paid order stays paid in a session that silences triggers',
    'orders_stay_as_sold',
    asReplica,
    setPaid(`state = 'cancelled', paid_at = NULL, credits_reversed = 0`),
  ),
  attack('an order is not deleted', 'orders_stay', `DELETE FROM orders WHERE id = '${openOrder}'`),
  attack(
    'an order is not deleted in a session that silences triggers',
    'orders_stay',
    asReplica,
    `DELETE FROM orders WHERE id = '${openOrder}'`,
  ),
  attack('orders are not emptied away', 'orders_stay_all', 'TRUNCATE orders CASCADE'),
  attack(
    'orders are not emptied away in a session that silences triggers',
    'orders_stay_all',
    asReplica,
    'TRUNCATE orders CASCADE',
  ),
  attack('an order has a known state', 'ck_orders_state', setOpen(`state = 'lost'`)),
  attack('an order is about credits', 'ck_orders_sold', insertOrder(nothing, 'bob', 'open').replace(' 5,', ' 0,')),
  attack('an order is about money', 'ck_orders_sold', insertOrder(nothing, 'bob', 'open').replace('2499', '0')),
  attack('an order names a currency', 'ck_orders_sold', insertOrder(nothing, 'bob', 'open').replace('usd', 'US$')),
  attack('a paid order says when', 'ck_orders_paid', setOpen(`state = 'paid'`)),
  attack('an open order was not paid', 'ck_orders_paid', setOpen('paid_at = now()')),
  attack(
    'a paid order names its payment',
    'ck_orders_paid',
    insertOrder(nothing, 'bob', 'paid').replace(`'pi_${nothing}'`, 'NULL'),
  ),
  attack(
    'one payment is one order',
    'uq_orders_payment_intent',
    insertOrder(nothing, 'bob', 'open').replace(`pi_${nothing}`, `pi_${openOrder}`),
  ),
  attack(
    'an order is of a student who exists',
    'fk_orders_student',
    insertOrder(nothing, 'bob', 'open').replace(students.bob, nothing),
  ),
  attack('no more money goes back than came', 'ck_orders_refunded_cents', setPaid('refunded_cents = 2500')),
  attack('no less money goes back than nothing', 'ck_orders_refunded_cents', setPaid('refunded_cents = -1')),
  attack('no more money is lost than came', 'ck_orders_lost_cents', setPaid('lost_cents = 2500')),
  attack('no less money is lost than nothing', 'ck_orders_lost_cents', setPaid('lost_cents = -1')),
  attack('no more credits go back than came', 'ck_orders_credits_reversed', setPaid('credits_reversed = 6')),
  attack('no credits go back of an unpaid order', 'ck_orders_credits_reversed', setOpen('credits_reversed = 1')),
];
