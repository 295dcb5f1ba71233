import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { myCampus } from '../features/campuses/campuses.queries';
import { usePause } from '../features/campuses/use-pause';
import { Debt, useDebt } from '../features/credits/debt';
import { mealPackages } from '../features/payments/payments.queries';
import { MealsRemaining } from '../features/payments/meals-remaining';
import { MealsNotOnSale } from '../features/payments/payment-notices';
import { Purchase } from '../features/payments/purchase';
import { useStudent } from '../shared/session/session';
import { Loaded } from '../shared/ui/loaded';
import { Page } from '../shared/ui/page';

const skeleton = <Skeleton height="36rem" />;

export function PurchasePage() {
  const { credits } = useStudent();
  const packages = useQuery(mealPackages);
  const campus = useQuery(myCampus);
  const pause = usePause();
  const debt = useDebt();
  const isOnSale = campus.data?.mealsOnSale;
  // the student may be paying already: the form stays when the sale stops, and the server refuses new sessions
  const [wasOffered, setOffered] = useState(false);
  if (isOnSale && !wasOffered) setOffered(true);
  const isClosed = isOnSale === false && !wasOffered;
  return (
    <Page title={isClosed ? 'Meals' : 'Purchase Meals'} lead={<MealsRemaining credits={credits} />}>
      <Debt {...debt} />
      {isClosed ? (
        <MealsNotOnSale isPaused={pause !== null} />
      ) : (
        <Loaded query={packages} skeleton={skeleton}>
          {(offered) =>
            campus.isPending ? skeleton : <Purchase packages={offered} isOff={campus.data?.paymentsOn === false} />
          }
        </Loaded>
      )}
    </Page>
  );
}
