import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';
import { ContinueWithCampus } from '../../shared/ui/continue-with-campus';

interface Props {
  /** As far as it is typed. */
  email: string;
  /** The page to go back to. */
  returnTo: string;
}

/** "Continue with State", once an address of that campus is typed, or at once where only one campus has a sign-on. */
export function SignOnOffer({ email, returnTo }: Props) {
  const { data: campuses = [] } = useQuery({
    queryKey: ['sign-on', 'campuses'],
    queryFn: async () => (await unwrap(api.signOn.campuses())).campuses,
    staleTime: Infinity,
    meta: { silent: true },
  });
  const address = email.trim().toLowerCase();
  const typed = campuses.find(({ domains }) => domains.some((domain) => address.endsWith(`@${domain}`)));
  const campus = typed ?? (campuses.length === 1 ? campuses[0] : undefined);
  if (!campus) return null;
  return (
    <>
      <Text c="dimmed" ta="center" my="xs">
        or
      </Text>
      <ContinueWithCampus fullWidth campus={campus} returnTo={returnTo} />
    </>
  );
}
