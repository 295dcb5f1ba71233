import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mealPackages } from '../features/purchase/meal-packages';
import { Purchase } from '../features/purchase/purchase';
import { PurchaseSkeleton } from '../features/purchase/purchase-skeleton';
import { meals } from '../shared/meals';
import { useStudent } from '../shared/session/session';
import { Loaded } from '../shared/ui/loaded';
import { Page } from '../shared/ui/page';

export function PurchasePage() {
  const { credits } = useStudent();
  const packages = useQuery(mealPackages);
  return (
    <Page
      title="Purchase Meals"
      lead={
        <Text size="xl" mt="xs">
          You have {meals(credits)} remaining
        </Text>
      }
    >
      <Loaded query={packages} skeleton={<PurchaseSkeleton />}>
        {(offered) => <Purchase packages={offered} />}
      </Loaded>
    </Page>
  );
}
