import { Text } from '@mantine/core';
import { counted, type CreditEntry } from '@spareswipe/contract';
import { showDate } from '../../shared/dates';
import classes from './credit-history.module.css';

/** What happened, in a student's words. The two sides of an exchange or a dispute read differently. */
function reason({ kind, amount, request, dispute }: CreditEntry): string {
  switch (kind) {
    case 'grant':
      return 'Welcome meals';
    case 'hold':
      return 'Request posted';
    case 'release':
      return 'Meal refunded';
    case 'capture':
      if (amount > 0) return 'Request fulfilled';
      if (dispute === 'requester') return 'Meal returned later';
      return dispute && dispute !== 'fulfiller' ? 'Disputed meal' : 'Meal received';
    case 'purchase':
      return 'Meals purchased';
    case 'reversal':
      if (!request) return amount > 0 ? 'Purchase restored' : 'Purchase refunded';
      return amount > 0 ? 'Meal returned to you' : 'Meal taken back';
    case 'repay':
      // when a student repays their own debt from a refunded purchase, the sum does not change
      if (amount === 0) return 'Owed meals repaid';
      return amount > 0 ? 'Meal returned to you' : handedOver(dispute);
    case 'dispute':
      return handedOver(dispute);
    case 'award':
      return 'Meal returned to you';
    case 'adjustment':
      return amount > 0 ? 'Given by those who run your campus' : 'Taken by those who run your campus';
  }
}

/** A fulfiller's meal. Not all that goes back to a requester was disputed: it may be given back, or voided by support. */
function handedOver(dispute: CreditEntry['dispute']) {
  if (dispute === 'requester') return 'Meal returned to the requester';
  return dispute === 'nobody' ? 'Meal lost in a dispute' : 'Meal set aside for a dispute';
}

const signed = (amount: number) => (amount > 0 ? `+${amount}` : `${amount}`.replace('-', '−'));

/** One movement: why, for what, when, by how many meals, and what was left. */
export function CreditEntryRow({ entry, now }: { entry: CreditEntry; now: Date }) {
  const { amount, balance, request, createdAt } = entry;
  return (
    <li className={classes.entry}>
      <div>
        <Text fw={500}>{reason(entry)}</Text>
        {request && (
          <Text size="sm">
            <bdi>{request.mealDescription}</bdi>, <bdi>{request.location}</bdi>
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {showDate(createdAt, now)}
        </Text>
      </div>
      <div className={classes.figures}>
        {amount !== 0 && (
          <Text fz="1.25rem" fw={600} lh={1.2} c={amount > 0 ? 'var(--mantine-color-success)' : undefined}>
            {signed(amount)}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {balance < 0 ? `${counted(-balance, 'meal')} owed` : `${counted(balance, 'meal')} left`}
        </Text>
      </div>
    </li>
  );
}
