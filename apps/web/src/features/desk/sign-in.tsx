import { Alert, Button, Code, Skeleton, Stack, Text } from '@mantine/core';
import { OPERATOR_PASSWORD_MIN, passwordHint } from '@spareswipe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { encode } from 'uqr';
import { unwrap } from '../../shared/api/client';
import { PasswordField, TextInput } from './desk-fields';
import { DeskForm, textOf } from './desk-form';
import { operators, readDevice, signIn } from './desk-session';
import { invitationOf } from './desk.queries';

/** Log-in of an operator: password and second factor in one step. */
export function SignIn() {
  const send = async (data: FormData) => {
    const body = { email: textOf(data, 'email'), password: textOf(data, 'password'), code: textOf(data, 'code') };
    signIn(await unwrap(operators.login({ body: { ...body, device: readDevice() } })));
    return undefined;
  };
  return (
    <DeskForm button="Log in" send={send}>
      <TextInput label="Email" name="email" aria-required type="email" autoComplete="username" />
      <PasswordField label="Password" name="password" autoComplete="current-password" />
      <TextInput
        label="Code"
        aria-required
        description="Six digits of your authenticator app, or a recovery code"
        name="code"
        autoComplete="one-time-code"
      />
    </DeskForm>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

/** Accepts an invitation: a password, the authenticator app, and the recovery codes to keep. */
export function Invitation({ token, onDone }: { token: string; onDone: () => void }) {
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>();
  const invitation = useQuery(invitationOf(token));
  const send = async (data: FormData) => {
    const body = { token, password: textOf(data, 'password'), code: textOf(data, 'code') };
    const accepted = await unwrap(operators.accept({ body }));
    setRecoveryCodes(accepted.recoveryCodes);
    signIn(accepted);
    return undefined;
  };
  if (recoveryCodes)
    return (
      <Stack gap="md">
        <Text tabIndex={-1} ref={focus}>
          Keep these recovery codes. Each logs you in once, without your authenticator. They are shown only once.
        </Text>
        <ul>
          {recoveryCodes.map((code) => (
            <li key={code}>
              <Code>{code}</Code>
            </li>
          ))}
        </ul>
        <div>
          <Button onClick={onDone}>I have kept them</Button>
        </div>
      </Stack>
    );
  if (invitation.isError) return <Alert color="red">{invitation.error.message}</Alert>;
  if (!invitation.data) return <Skeleton h={300} />;
  const { email, campus, secret, uri } = invitation.data;
  return (
    <DeskForm button="Accept" send={send}>
      <Text>
        You are invited as {email} to run {campus === null ? 'all campuses' : <>the campus {campus}</>}.
      </Text>
      <PasswordField
        label="New password"
        description={passwordHint(OPERATOR_PASSWORD_MIN)}
        name="password"
        autoComplete="new-password"
      />
      <Text>Scan this code with an authenticator app, or enter the key there:</Text>
      <QrCode text={uri} label="For your authenticator app" />
      <Code>{secret}</Code>
      <TextInput
        label="The six digits that the app shows"
        aria-required
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
      />
    </DeskForm>
  );
}

/** A QR code, dark on light in every colour scheme: readers need it so. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width="200" height="200">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
