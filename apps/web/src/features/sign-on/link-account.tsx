import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { isCode } from '../../shared/api/api-error';
import { paths } from '../../shared/paths';
import { BusyButton } from '../../shared/ui/busy-button';
import { Email } from '../../shared/ui/email';
import { useMailLink } from './sign-on.mutations';

interface Props {
  code: string;
  email: string;
  campus: string;
  /** It took more than ten minutes, or the link is mailed already and the response that said so was lost. */
  onOver: (message: string) => void;
}

/** An account has this address: it is linked by a link to its mailbox, or after logging in to it. */
export function LinkAccount({ code, email, campus, onOver }: Props) {
  const mailLink = useMailLink();
  const mail = () =>
    mailLink.mutate({ code, email }, { onError: (error) => isCode(error, 'INVALID_TOKEN') && onOver(error.message) });
  if (mailLink.isSuccess)
    return (
      <Text mt="md" role="status">
        {mailLink.data.message} Open it in this browser. None comes if that account is closed or has another campus
        account: then ask those who run SpareSwipe at your campus.
      </Text>
    );
  return (
    <>
      <Text mt="md">
        You already have an account with <Email address={email} />. Link it to {campus} once, and log in there from then
        on.
      </Text>
      <Group mt="lg">
        <BusyButton isBusy={mailLink.isPending} onClick={mail}>
          Mail me a link
        </BusyButton>
        <Button component={Link} to={paths.login} variant="default">
          Log in with my password
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt="md">
        After logging in, you can link it on your profile.
      </Text>
    </>
  );
}
