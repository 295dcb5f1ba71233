import { Alert } from '@mantine/core';
import { counted } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useStudent } from '../../shared/session/session';
import { creditHistory } from './credits.queries';

/** What the student owes. Loaded only at a balance of 0: meals that come in pay debts first, so who has some owes nothing. */
export function useDebt() {
  const isPossible = useStudent().credits === 0;
  const { data } = useQuery({ ...creditHistory(1), enabled: isPossible });
  return isPossible ? data : undefined;
}

interface Props {
  owed?: number;
  claimed?: number;
}

/** What the next meals pay for first, with the reason. */
export function Debt({ owed = 0, claimed = 0 }: Props) {
  return (
    <>
      {owed > 0 && (
        <Alert color="yellow" title={`You owe ${counted(owed, 'meal')}`} mb="md">
          A refunded purchase was already spent. The next meals you receive settle this first.
        </Alert>
      )}
      {claimed > 0 && (
        <Alert color="yellow" title={`You spent ${counted(claimed, 'disputed meal')}`} mb="md">
          The next meals you receive pay for this before you can use them.
        </Alert>
      )}
    </>
  );
}
