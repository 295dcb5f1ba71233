import { useQuery } from '@tanstack/react-query';
import { mealPackages } from '../features/purchase/meal-packages';
import { MealsRemaining } from '../features/purchase/meals-remaining';
import { Purchase } from '../features/purchase/purchase';
import { PurchaseSkeleton } from '../features/purchase/purchase-skeleton';
import { useStudent } from '../shared/session/session';
import { Loaded } from '../shared/ui/loaded';
import { Page } from '../shared/ui/page';

export function PurchasePage() {
  const { credits } = useStudent();
  const packages = useQuery(mealPackages);
  return (
    <Page title="Purchase Meals" lead={<MealsRemaining credits={credits} />}>
      <Loaded query={packages} skeleton={<PurchaseSkeleton />}>
        {(offered) => <Purchase packages={offered} />}
      </Loaded>
    </Page>
  );
}
