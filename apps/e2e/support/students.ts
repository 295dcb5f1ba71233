import { randomUUID } from 'node:crypto';
import { contract, type CreateRequest, type Register } from '@spareswipe/contract';
import { initClient } from '@ts-rest/core';
import { linkIn, mailTo } from './inbox.js';

export const origin = () => process.env.E2E_ORIGIN ?? '';

/** The contract's typed client, as the student of the token or as a visitor. */
export const api = (token?: string) =>
  initClient(contract, {
    baseUrl: origin(),
    baseHeaders: token ? { authorization: `Bearer ${token}` } : {},
  });

/** Details of a student nobody else in this run is. */
export function somebody(name: string): Register {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${randomUUID().slice(0, 8)}@cs.stanford.edu`;
  const phoneNumber = `+1650555${Math.floor(1000 + Math.random() * 9000)}`;
  return { name, email, phoneNumber, password: 'Sunny-Day1', rolePreference: 'both' };
}

export type Student = Register & { token: string };

/** Somebody who has registered, and the link in the mail they got. */
export async function registered(details: Register): Promise<string> {
  const answer = await api().auth.register({ body: details });
  if (answer.status !== 201) throw new Error(`Registering answered ${answer.status}`);
  return linkIn(await mailTo(details.email, /verify/i), '/verify-email');
}

/** A student who has registered, followed the mailed link, and so is logged in. */
export async function verifiedStudent(name: string, given: Partial<Register> = {}): Promise<Student> {
  const details = { ...somebody(name), ...given };
  const link = await registered(details);
  const verified = await api().auth.verifyEmail({ params: { token: link.split('/').at(-1) ?? '' } });
  if (verified.status !== 200 || !verified.body.token) throw new Error(`Verifying answered ${verified.status}`);
  return { ...details, token: verified.body.token };
}

export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

export async function postedRequest(by: Student, overrides: Partial<CreateRequest> = {}) {
  const body: CreateRequest = {
    mealPeriod: 'dinner',
    mealDescription: 'Pad thai',
    location: 'Arrillaga Dining',
    deadline: inHours(5),
    urgency: 'medium',
    isFlexible: true,
    ...overrides,
  };
  const answer = await api(by.token).requests.create({ body });
  if (answer.status !== 201) throw new Error(`Creating a request answered ${answer.status}`);
  return answer.body.request;
}

export async function acceptedMatch(by: Student, requestId: string) {
  const answer = await api(by.token).matches.accept({ body: { requestId } });
  if (answer.status !== 201) throw new Error(`Accepting answered ${answer.status}`);
  return answer.body.match;
}
