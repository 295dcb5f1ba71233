import { Stack, Text } from '@mantine/core';
import {
  ALERTS_PER_DAY,
  AUTO_COMPLETE_AFTER_HOURS,
  counted,
  CREDITS_PER_REQUEST,
  MEETING_OPENS_MINUTES,
} from '@spareswipe/contract';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { FAIR_PLAY } from '../shared/paths';
import { Page } from '../shared/ui/page';
import { FairPlay } from './help/fair-play';
import { Topic } from './help/topic';

/** Frequently asked questions. */
export function HelpPage() {
  const { hash } = useLocation();
  const rules = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash !== `#${FAIR_PLAY}`) return;
    // this script comes after the page, so the browser has found no such place; the focus is on the heading of the screen
    rules.current?.querySelector('summary')?.focus({ preventScroll: true });
    rules.current?.scrollIntoView();
  }, [hash]);
  return (
    <Page title="Help" width="sm">
      <Stack gap="xs">
        <Topic
          title="Asking for a meal"
          brief={`It uses ${counted(CREDITS_PER_REQUEST, 'meal')}, which comes back if nobody helps.`}
        >
          <Text>
            A request uses {counted(CREDITS_PER_REQUEST, 'meal')} of your balance. If you cancel it, or if nobody helps
            by the deadline, the meal comes back to you by itself.
          </Text>
        </Topic>
        <Topic
          title="Helping with a meal"
          brief={`You earn ${counted(CREDITS_PER_REQUEST, 'meal')} for each that you share.`}
        >
          <Text>
            Accept a request under Browse Requests, meet, and share a swipe. You earn{' '}
            {counted(CREDITS_PER_REQUEST, 'meal')} once the match is marked complete. If nobody marks it, that happens{' '}
            {AUTO_COMPLETE_AFTER_HOURS} hours after the deadline. If something comes up, press “I can't make it” under
            Matches: the request is open again, without a strike.
          </Text>
          <Text mt="sm">
            Right after an accept you have a few seconds to press “Undo”: the request is open again, and the student who
            asked gets no email. You cannot accept that request again. If you are about to eat, “I'm at the hall” under
            Browse Requests shows what your campus needs in the next hour and a half.
          </Text>
        </Topic>
        <Topic title="Meeting" brief="Both phones show the same code.">
          <Text>
            A few seconds after the accept both of you get the other's email and phone number by email. The match shows
            them until it is complete or called off: one press texts, calls or emails. No other student sees them.
          </Text>
          <Text mt="sm">
            From {MEETING_OPENS_MINUTES} minutes before the deadline both phones show the same meet code, a color and a
            dish, so that you find each other. Press “I'm here” when you arrive. The exchange is complete once both of
            you press “It's them”, or one of you presses “Mark Complete”.
          </Text>
        </Topic>
        <Topic title="Alerts" brief="Hear of meals that others need.">
          <Text>
            Under Alerts in your profile you choose to hear of meals that others need, by notification or by email: for
            which meals, and when not. You get at most {ALERTS_PER_DAY} a day. A device with notifications also tells
            you what happens to your own requests and matches. On an iPhone, put SpareSwipe on the home screen first.
          </Text>
        </Topic>
        <div id={FAIR_PLAY} ref={rules}>
          <Topic
            title="Fair play"
            brief="When somebody does not come, or two disagree."
            isOpen={hash === `#${FAIR_PLAY}`}
          >
            <FairPlay />
          </Topic>
        </div>
        <Topic title="Closing your account" brief="It cannot be undone.">
          <Text>
            Open your profile and press “Deactivate Account”. You confirm with your password or, if you have none, by
            logging in at your campus. Your active requests are cancelled. The meals that you have then are lost, bought
            ones too. Matches whose deadline is ahead are released; those whose deadline has passed, or that you asked
            for and one of you has confirmed, are completed.
          </Text>
        </Topic>
      </Stack>
    </Page>
  );
}
