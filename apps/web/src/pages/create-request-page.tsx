import { Skeleton, Text } from '@mantine/core';
import { openRequestsAllowed, tooManyOpenRequests } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePrepareOfferNews } from '../features/alerts/push.queries';
import { CampusPaused } from '../features/campuses/campus-paused';
import { GuestRules } from '../features/campuses/guest-rules';
import { myCampus } from '../features/campuses/campuses.queries';
import { usePause } from '../features/campuses/use-pause';
import { Debt, useDebt } from '../features/credits/debt';
import { CreateRequestForm } from '../features/requests/create-request-form';
import { MealsToSpend } from '../features/requests/meals-to-spend';
import { myRequests, oneRequest } from '../features/requests/requests.queries';
import { RequestTips } from '../features/requests/request-tips';
import { SuspensionBanner } from '../features/strikes/strike-banner';
import { useStudent } from '../shared/session/session';
import { Page } from '../shared/ui/page';
import { WithSidebar } from '../shared/ui/with-sidebar';

/** The campus's limit of open requests in words, if it has one, and whether it is reached. Counts nothing without a limit. */
function useOpenRequestsLimit() {
  const most = useQuery(myCampus).data?.openRequestsMax ?? undefined;
  const { data } = useQuery({ ...myRequests({ status: 'all', page: 1 }), enabled: most !== undefined });
  if (most === undefined) return { isReached: false, words: undefined };
  const isReached = data !== undefined && data.counts.active + data.counts.matched >= most;
  return { isReached, words: isReached ? tooManyOpenRequests(most) : openRequestsAllowed(most) };
}

export function CreateRequestPage() {
  const { credits } = useStudent();
  usePrepareOfferNews();
  const pause = usePause();
  const campus = useQuery(myCampus).data;
  const debt = useDebt();
  const limit = useOpenRequestsLimit();
  const [isWriting, setWriting] = useState(false);
  // the request to ask for again
  const again = useSearchParams()[0].get('again');
  const asked = useQuery({ ...oneRequest(again ?? ''), enabled: again !== null });
  return (
    <Page title="Create Request">
      <WithSidebar side={<RequestTips />}>
        <SuspensionBanner />
        <CampusPaused pause={pause} />
        {(!pause || isWriting) && (
          // a form that was begun before the pause stays as it is
          <div onChange={() => setWriting(true)}>
            <MealsToSpend credits={credits} isOnSale={campus?.mealsOnSale ?? true} />
            <Debt {...debt} />
            {limit.words && (
              <Text c="dimmed" mb="md">
                {limit.words}
              </Text>
            )}
            <GuestRules />
            <Text role="status" c="dimmed" mb={asked.isError ? 'md' : 0}>
              {asked.isError && 'We could not load that request. Please fill in the form.'}
            </Text>
            {asked.isLoading ? (
              <Skeleton h="40rem" />
            ) : (
              <CreateRequestForm
                key={again}
                again={asked.data?.request}
                barred={pause?.words ?? (limit.isReached ? limit.words : undefined)}
                campus={campus}
              />
            )}
          </div>
        )}
      </WithSidebar>
    </Page>
  );
}
