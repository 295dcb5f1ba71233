import { CreateRequestForm } from '../features/requests/create-request-form';
import { MealsToSpend } from '../features/requests/meals-to-spend';
import { RequestTips } from '../features/requests/request-tips';
import { StrikeBanner } from '../features/users/strike-banner';
import { useStudent } from '../shared/session/session';
import { Page } from '../shared/ui/page';
import { WithSidebar } from '../shared/ui/with-sidebar';

export function CreateRequestPage() {
  const { credits } = useStudent();
  return (
    <Page title="Create Request">
      <WithSidebar side={<RequestTips />}>
        <StrikeBanner />
        <MealsToSpend credits={credits} />
        <CreateRequestForm />
      </WithSidebar>
    </Page>
  );
}
