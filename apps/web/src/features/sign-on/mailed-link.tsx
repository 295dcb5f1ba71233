import { Button, Group } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { isCode } from '../../shared/api/api-error';
import { paths } from '../../shared/paths';
import { useFollowLink } from './sign-on.mutations';
import { BusyButton } from '../../shared/ui/busy-button';

/** The button of a mailed link, for the browser that asked for it. Opening does nothing: mail scanners open links, too. */
export function MailedLink({ token, isHere }: { token: string; isHere: boolean }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useFollowLink();
  const follow = () => mutate(token, { onSuccess: ({ returnTo }) => void navigate(returnTo, { replace: true }) });
  return (
    <Group mt="lg" justify="center">
      {isHere && !isCode(error, 'INVALID_TOKEN') ? (
        <BusyButton isBusy={isPending} onClick={follow}>
          Link and log in
        </BusyButton>
      ) : (
        <Button component={Link} to={paths.login} variant="default">
          Go to Login
        </Button>
      )}
    </Group>
  );
}
