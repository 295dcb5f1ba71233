import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AuthScreen } from '../features/auth/auth-screen';
import classes from '../features/auth/auth.module.css';
import { api, unwrap } from '../shared/api/client';
import { CardArt } from '../shared/art/card-art';
import { PlatesArt } from '../shared/art/plates-art';
import { paths } from '../shared/paths';
import { useMailedLink } from '../shared/session/mailed-link';
import { BusyButton } from '../shared/ui/busy-button';
import { Email } from '../shared/ui/email';

/** Where the mail about a new account leads, with whose account it is. Opening does nothing: mail scanners open links, too. */
export function NotMePage() {
  const token = useMailedLink('/not-me');
  const body = { token };
  // fails where the account is closed already
  const { data: account, isPending: isAsking } = useQuery({
    queryKey: ['not me', token],
    queryFn: async () => (await unwrap(api.account.notMeAccount({ body }))).account,
    meta: { silent: true },
  });
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => unwrap(api.account.notMe({ body })),
    meta: { failure: 'Failed to close the account' },
  });
  if (isSuccess)
    return (
      <AuthScreen
        key="done"
        isNewView
        art={<PlatesArt />}
        title="The account is closed"
        lead="Nobody is logged in with your address any longer, and you can register it yourself."
      >
        <div className={classes.actions}>
          <Button component={Link} to={paths.register} variant="default">
            Register it
          </Button>
        </div>
      </AuthScreen>
    );
  return (
    <AuthScreen
      art={<CardArt />}
      title="This wasn't me"
      lead="Somebody else opened an account with your email address? Close it here. Everybody who uses it is logged out, and your address is free again."
    >
      {isAsking && <Skeleton className={classes.help} height="6.5rem" />}
      {account && (
        <p className={classes.help}>
          It is the account of <bdi>{account.name}</bdi>, <Email address={account.email} />, with the phone number that
          ends in {account.phoneEnd}.
        </p>
      )}
      <div className={classes.actions}>
        <BusyButton isBusy={isPending} onClick={() => mutate()}>
          Close this account
        </BusyButton>
      </div>
    </AuthScreen>
  );
}
