import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../shared/paths';
import { mySignOn } from '../../shared/session/my-sign-on';
import { ContinueWithCampus } from '../../shared/ui/continue-with-campus';
import { Section } from '../../shared/ui/section';

/** On the profile of a student whose campus has a sign-on: whether it is linked, or the button that links it. */
export function LinkCampus() {
  const { data } = useQuery(mySignOn);
  if (!data?.campus) return null;
  const { name } = data.campus;
  return (
    <Section title="Campus Account">
      {data.isLinked ? (
        <Text>You log in with your {name} account.</Text>
      ) : (
        <Stack gap="md" align="flex-start">
          <Text>Link your {name} account, and log in with it from then on.</Text>
          <ContinueWithCampus campus={data.campus} purpose="link" returnTo={paths.profile} />
        </Stack>
      )}
    </Section>
  );
}
