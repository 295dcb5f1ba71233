import { randomUUID } from 'node:crypto';
import { deskContract } from '@spareswipe/contract/desk';
import { initClient } from '@ts-rest/core';
import { generate } from 'otplib';
import { fetchChecked, ok } from './responses.js';
import type { Api } from './start-api.js';

export const DESK_PASSWORD = 'Desk-Passw0rd';

export interface GivenOperator {
  id: string;
  email: string;
  secret: string;
  token: string;
  recoveryCodes: string[];
}

/** Operators for tests: invited as by the command, and logged in by the mailed link. */
export function operatorsIn(api: Api) {
  /** The desk's own client, for a visitor or with an operator's token. Checks every response against the contract. */
  const desk = (token?: string) =>
    initClient(deskContract, {
      baseUrl: api.url,
      baseHeaders: {},
      api: (call) =>
        fetchChecked({ ...call, headers: { ...call.headers, ...(token && { authorization: `Bearer ${token}` }) } }),
    });

  /** The code that an authenticator app shows at this moment of the API's clock. */
  const codeOf = (secret: string, aheadMs = 0) =>
    generate({ secret, epoch: Math.floor((Date.now() + aheadMs) / 1000) });

  /** Invites, and returns the token of the mailed link. */
  async function invite(email: string, campus: string | null): Promise<string> {
    await api.invite(email, campus);
    const { text } = await api.inbox.waitForMail(email, 'Run a campus');
    return /desk\/invitation\/(\S+)/.exec(text)![1]!;
  }

  /** An operator who accepted their invitation; `campus` null: of all campuses. */
  async function operator(campus: string | null): Promise<GivenOperator> {
    const email = `operator-${randomUUID()}@dining.example`;
    const token = await invite(email, campus);
    const { secret } = ok(await desk().operators.invitation({ body: { token } }));
    const accepted = ok(
      await desk().operators.accept({ body: { token, password: DESK_PASSWORD, code: await codeOf(secret) } }),
    );
    const { operator, recoveryCodes } = accepted;
    return { id: operator._id, email, secret, token: accepted.token, recoveryCodes };
  }

  return { desk, codeOf, invite, operator, as: ({ token }: { token: string }) => desk(token) };
}
