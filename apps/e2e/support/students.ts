import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { contract, institutionFromEmail, type CreateRequest, type Register } from '@spareswipe/contract';
import { initClient } from '@ts-rest/core';
import { query } from './database.js';

export const origin = () => process.env.E2E_ORIGIN ?? '';

/** The contract's typed client, for the student with this token or for a visitor. */
export const api = (token?: string) =>
  initClient(contract, {
    baseUrl: origin(),
    baseHeaders: token ? { authorization: `Bearer ${token}` } : {},
  });

const PASSWORD = 'Sunny-Day1';
/** Of PASSWORD, with the parameters of `passwords.ts`, so that no log-in hashes it anew. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$b3FMhc76CA6ipurJag05eQ$0jUiQeXVk2za3UC9uIy9wovT/uNtvf/XUjQpoTXVM7Q';

/** Details of a new student, unique in this run. */
export function somebody(name: string): Register {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${randomUUID().slice(0, 8)}@cs.stanford.edu`;
  // long enough to be unique too: a number gets its starting meals once
  const phoneNumber = `+1${randomInt(2_000_000_000, 10_000_000_000)}`;
  return { name, email, phoneNumber, password: PASSWORD, rolePreference: 'both' };
}

export type Student = Register & { token: string };

/** Creates a student who has not verified the address, without the hash and the mail of a registration. Returns the mailed link. */
export async function registered({ name, email, phoneNumber, rolePreference }: Register): Promise<string> {
  const linkToken = randomBytes(32).toString('base64url');
  const linkHash = createHash('sha256').update(linkToken).digest();
  await query(
    `WITH student AS (
       INSERT INTO students (id, name, email, phone_number, role_preference, password_hash, institution)
       VALUES (uuidv7(), $1, $2, $3, $4, $5, $6) RETURNING *)
     INSERT INTO email_tokens (id, student_id, purpose, token_hash, expires_at, registration)
     SELECT uuidv7(), id, 'verify', $7, now() + interval '1 hour', jsonb_build_object('name', name,
            'phoneNumber', phone_number, 'rolePreference', role_preference, 'passwordHash', password_hash) FROM student`,
    [name, email, phoneNumber, rolePreference, PASSWORD_HASH, institutionFromEmail(email), linkHash],
  );
  return `${origin()}/verify-email/${linkToken}`;
}

/** Creates a verified student with starting meals and a session. */
export async function verifiedStudent(name: string, given: Partial<Omit<Register, 'password'>> = {}): Promise<Student> {
  const details = { ...somebody(name), ...given };
  const link = await registered(details);
  const { status, body } = await api().auth.verifyEmail({ params: { token: link.split('/').at(-1) ?? '' } });
  if (status !== 200 || !body.token) throw new Error(`Verifying returned ${status}`);
  return { ...details, token: body.token };
}

/** At a campus that a test needs for itself: what others post at Stanford alerts no student of it. */
export const studentAt = (campus: string, name: string) =>
  verifiedStudent(name, { email: somebody(name).email.replace('cs.stanford', campus) });

/** How many meals the student has to spend. */
export async function creditsOf({ token }: Pick<Student, 'token'>): Promise<number | undefined> {
  const me = await api(token).users.me();
  return me.status === 200 ? me.body.user.credits : undefined;
}

/** Fills in the form on the screen for log-in, and sends it. */
export async function logIn(page: Page, { email, password }: Pick<Register, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
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
