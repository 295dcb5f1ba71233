import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { deskContract } from '@spareswipe/contract/desk';
import type { Page } from '@playwright/test';
import { initClient } from '@ts-rest/core';
import { generate } from 'otplib';
import { linkIn, mailTo } from './inbox.js';
import { origin, somebody, verifiedStudent } from './students.js';

const COMMANDS = fileURLToPath(new URL('../../api/dist/operations/commands/', import.meta.url));
const PASSWORD = 'Desk-Passw0rd';

/** Runs a command of the API on the running system. Returns its exit code. */
export async function command(name: 'operator' | 'audit', ...args: string[]): Promise<number | null> {
  const settings = JSON.parse(process.env.E2E_API_SETTINGS ?? '{}') as NodeJS.ProcessEnv;
  const env = { ...process.env, ...settings, APP_ORIGIN: origin() };
  const child = spawn(process.execPath, [`${COMMANDS}${name}.js`, ...args], { env, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** A campus that no other test uses, so pausing it disturbs none. */
export function newCampus(campus = `desk${randomUUID().slice(0, 8)}`) {
  return {
    campus,
    student: (name: string) => {
      const { email } = somebody(name);
      return verifiedStudent(name, { email: email.replace(/@.*/, `@${campus}.edu`) });
    },
  };
}

/** Invites an operator by the command, and returns the mailed link. */
export async function invited(campus: string) {
  const email = `${randomUUID().slice(0, 8)}@dining.example`;
  const code = await command('operator', 'invite', email, '--campus', campus);
  if (code !== 0) throw new Error(`Inviting ended with ${code}`);
  return { email, link: linkIn(await mailTo(email, /run a campus/i), '/desk/invitation') };
}

/** What the authenticator app shows; the next code can be used after the one before. */
export const codeOf = (secret: string, which: 'now' | 'next' = 'now') =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + (which === 'next' ? 30 : 0) });

/** Opens the desk as a new operator of this campus, whose code of the last minutes is fresh. */
export async function openDesk(page: Page, campus: string) {
  const { link } = await invited(campus);
  const { operators } = initClient(deskContract, { baseUrl: origin(), baseHeaders: {} });
  const token = link.split('/').at(-1) ?? '';
  const invitation = await operators.invitation({ body: { token } });
  if (invitation.status !== 200) throw new Error(`The invitation returned ${invitation.status}`);
  const code = await codeOf(invitation.body.secret);
  const accepted = await operators.accept({ body: { token, password: PASSWORD, code } });
  if (accepted.status !== 200) throw new Error(`Accepting returned ${accepted.status}`);
  await page.addInitScript((session) => sessionStorage.setItem('desk', session), accepted.body.token);
  await page.goto('/desk');
}
