import { randomInt, randomUUID } from 'node:crypto';
import { contract, type CreateRequest, type Register } from '@spareswipe/contract';
import { initClient } from '@ts-rest/core';
import { linkIn, mailTo } from './inbox.js';

export const origin = () => process.env.E2E_ORIGIN ?? '';

/** At most 300 students an hour may register from one address, and all tests together need about as many. */
const addressOfThisWorker = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** The contract's typed client, for the student with this token or for a visitor. */
export const api = (token?: string) =>
  initClient(contract, {
    baseUrl: origin(),
    baseHeaders: {
      'x-forwarded-for': addressOfThisWorker,
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });

/** Details of a new student, unique in this run. */
export function somebody(name: string): Register {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${randomUUID().slice(0, 8)}@cs.stanford.edu`;
  // long enough to be unique too: a number gets its starting meals once
  const phoneNumber = `+1${randomInt(2_000_000_000, 10_000_000_000)}`;
  return { name, email, phoneNumber, password: 'Sunny-Day1', rolePreference: 'both' };
}

export type Student = Register & { token: string };

/** Registers a student and returns the verification link from the mail. */
export async function registered(details: Register): Promise<string> {
  const response = await api().auth.register({ body: details });
  if (response.status !== 201) throw new Error(`Registering returned ${response.status}`);
  return linkIn(await mailTo(details.email, /verify/i), '/verify-email');
}

/** Registers a student and verifies the address, which logs the student in. */
export async function verifiedStudent(name: string, given: Partial<Register> = {}): Promise<Student> {
  const details = { ...somebody(name), ...given };
  const link = await registered(details);
  const verified = await api().auth.verifyEmail({ params: { token: link.split('/').at(-1) ?? '' } });
  if (verified.status !== 200 || !verified.body.token) throw new Error(`Verifying returned ${verified.status}`);
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
  const response = await api(by.token).requests.create({ body });
  if (response.status !== 201) throw new Error(`Creating a request returned ${response.status}`);
  return response.body.request;
}

export async function acceptedMatch(by: Student, requestId: string) {
  const response = await api(by.token).matches.accept({ body: { requestId } });
  if (response.status !== 201) throw new Error(`Accepting returned ${response.status}`);
  return response.body.match;
}
