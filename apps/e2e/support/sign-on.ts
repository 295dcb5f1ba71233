import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { startFakeCampus, type FakeCampus } from '@spareswipe/local-services/fake-campus';
import { settingsOfAnother, startApi } from './system.js';
import { test as base } from './test.js';

interface Campus {
  origin: string;
  campus: FakeCampus;
}

/** By which the campus is known among those of its federation. */
const IDP = 'urn:mace:incommon:state.edu';

/** Starts a second process of the API on the same database, where students of one campus sign on. */
async function openCampus() {
  const settings = await settingsOfAnother();
  const origin = settings.APP_ORIGIN;
  const callbacks = [`${origin}/api/auth/sign-on/state/callback`];
  const campus = await startFakeCampus({ callbacks, people: [], hasUserInfo: true });
  const { issuer, clientId, clientSecret } = campus;
  const provider = { id: 'state', kind: 'cilogon', idp: IDP, name: 'State', domains: ['state.edu'] };
  const stop = await startApi({
    ...settings,
    SIGN_ON: JSON.stringify([{ ...provider, issuer, clientId, clientSecret, affiliations: ['student@state.edu'] }]),
  });
  const close = async () => {
    await stop();
    await campus.stop();
  };
  return { on: { origin, campus }, close };
}

interface Person {
  name: string;
  email: string;
}

/** Somebody whom the campus knows as a student. */
export function personAt({ campus }: Campus, name: string, claims: object = {}): Person {
  const sub = randomUUID();
  const email = `${sub}@state.edu`;
  const eduperson_scoped_affiliation = 'student@state.edu';
  campus.people.set(sub, { sub, name, email, email_verified: true, idp: IDP, eduperson_scoped_affiliation, ...claims });
  return { name, email };
}

/** Tests of the sign-on, each with a browser of its own on a phone. */
export const testAtCampus = base.extend<{ tab: () => Promise<Page> }, { on: Campus }>({
  on: [
    async ({}, use) => {
      const { on, close } = await openCampus();
      await use(on);
      await close();
    },
    { scope: 'worker', timeout: 100_000 },
  ],
  origins: async ({ on }, use) => use([on.origin, on.campus.issuer]),
  viewport: async ({}, use) => use({ width: 360, height: 740 }),
  tab: async ({ openAs }, use) => {
    let first: Page | undefined;
    await use(async () => (first ? first.context().newPage() : (first = await openAs())));
  },
});
