import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../shared/paths';
import { Page } from '../shared/ui/page';
import { Section } from '../shared/ui/section';

/** Meeting somebody from campus for the first time. */
export function SafetyPage() {
  return (
    <Page title="Safety" width="sm">
      <Stack gap="md">
        <Section title="Meet where people are">
          <Text>
            Meet in the dining hall or at its entrance, at a time when it is open. Tell a friend where you are going.
            You owe nobody more than the meal: you can leave at any time.
          </Text>
        </Section>
        <Section title="Know who you meet">
          <Text>
            Everybody here has verified a .edu address, but anybody can type a name. If in doubt, write to the email in
            the match: only its owner can reply.
          </Text>
        </Section>
        <Section title="Keep to the rules of your meal plan">
          <Text>
            Some plans let you swipe a guest in, some do not. Check the guest rules before you share a swipe, and never
            lend your card or your log-in.
          </Text>
        </Section>
        <Section title="No money between students">
          <Text>Payments between students are not part of SpareSwipe. If somebody asks you for money, do not pay.</Text>
        </Section>
        <Section title="If something goes wrong">
          <Text>
            In danger, call 911 or your campus police first. If the other student did not follow through, choose No when
            you rate the match.{' '}
            <Anchor component={Link} to={paths.help}>
              What follows from a No
            </Anchor>
          </Text>
        </Section>
      </Stack>
    </Page>
  );
}
