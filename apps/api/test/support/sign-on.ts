import { startFakeCampus, type CampusPerson } from '@spareswipe/local-services/fake-campus';
import { ok } from './responses.js';
import { startApi } from './start-api.js';

const APP = 'https://swipes.example.edu';

/** A tab's half of a sign-on, and where the provider sent the browser back to. */
export interface Back {
  secret: string;
  callback: string;
}

type Provider = Record<string, unknown>;

/** One provider for each campus, `one` at state.edu and `two` at other.edu, in front of a running API. */
export async function openSignOn(one: Provider = {}, { hasUserInfo = false, two = {} } = {}) {
  const callbacks = ['one', 'two'].map((id) => `${APP}/api/auth/sign-on/${id}/callback`);
  const [campus, other] = [
    await startFakeCampus({ callbacks, people: [], hasUserInfo }),
    await startFakeCampus({ callbacks, people: [] }),
  ];
  const of = ({ issuer, clientId, clientSecret }: typeof campus) => ({ issuer, clientId, clientSecret });
  const providers = [
    { id: 'one', kind: 'keycloak', name: 'State', domains: ['state.edu'], ...of(campus), ...one },
    { id: 'two', kind: 'keycloak', name: 'Other', domains: ['other.edu'], ...of(other), ...two },
  ];
  const api = await startApi({ settings: { SIGN_ON: JSON.stringify(providers) } });
  campus.faults.fetch = (url, options) => api.fetch((url as string).slice(APP.length), options);
  const visitor = api.client();

  let count = 0;
  /** Somebody whom both campuses know. */
  function person(claims: Partial<CampusPerson> & Record<string, unknown> = {}): CampusPerson {
    const sub = `person-${++count}-${process.pid}`;
    const all = { sub, name: 'Ada Lovelace', email: `${sub}@state.edu`, email_verified: true, ...claims };
    for (const { people } of [campus, other]) people.set(all.sub, all);
    return all;
  }

  /** Begins in a tab, as a visitor or for a student who is logged in. */
  async function start(provider = 'one', returnTo?: string) {
    return ok(await visitor.signOn.start({ body: { provider, returnTo } }));
  }

  /** Begins for a student who is logged in with this token. */
  const startSignedIn = async (token: string, purpose: 'link' | 'confirm', provider = 'one') =>
    api.client(token).signOn.startSignedIn({ body: { provider, purpose, returnTo: '/profile' } });

  /** Goes to the provider, signs on as this person, or cancels, and stops at the address that leads back. */
  async function goTo(url: string, { sub }: { sub?: string }): Promise<string> {
    const cookies = new Map<string, string>();
    let next = new URL(url);
    for (let body: string | undefined; next.origin !== APP; body = undefined) {
      if (next.pathname.startsWith('/interaction/')) body = sub ? `sub=${sub}` : 'cancel=1';
      const response = await fetch(next, {
        method: body ? 'POST' : 'GET',
        redirect: 'manual',
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        body,
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
        cookies.set(name!, value!);
      }
      const location = response.headers.get('location');
      if (!location) throw new Error(`${next.href} returned ${response.status}: ${await response.text()}`);
      next = new URL(location, next);
    }
    return next.href;
  }

  /** Opens the address that leads back. Returns the code in the fragment. */
  async function callback(address: string): Promise<string> {
    const response = await api.fetch(address.slice(APP.length), { redirect: 'manual' });
    const { pathname, search, hash } = new URL(response.headers.get('location')!, APP);
    expect([response.status, pathname, search]).toEqual([303, '/sign-on', '']);
    return hash.slice(1);
  }

  async function back(who: { sub?: string }, provider?: string, returnTo?: string): Promise<Back> {
    const { url, secret } = await start(provider, returnTo);
    return { secret, callback: await goTo(url, who) };
  }
  const proof = async ({ secret, callback: address }: Back) => ({ secret, code: await callback(address) });
  const trade = (body: { code: string; secret: string }) => visitor.signOn.trade({ body });
  const profile = (over: object = {}) => ({
    name: 'Ada Lovelace',
    phoneNumber: '+1 617 555 0100',
    rolePreference: 'both' as const,
    ...over,
  });

  /** Signs on and trades. */
  const signOn = async (who: { sub?: string }, provider?: string) => trade(await proof(await back(who, provider)));

  /** Signs on for the first time. Returns what the form then knows, and the proof that its next step takes. */
  async function arrive(who: { sub?: string }, provider?: string, returnTo?: string) {
    const { secret, code } = await proof(await back(who, provider, returnTo));
    const next = ok(await trade({ secret, code }));
    if (next.next !== 'profile') throw new Error(next.next);
    return { ...next, proof: { code: next.code, secret } };
  }

  /** Signs on for the first time, and completes the profile. */
  async function join(who: CampusPerson = person()) {
    const { email, proof } = await arrive(who);
    const { user, token } = ok(await visitor.signOn.complete({ body: { ...proof, email, ...profile() } }));
    return { ...who, id: user._id, email: user.email, token: token! };
  }

  return {
    api,
    visitor,
    campus,
    other,
    person,
    start,
    goTo,
    callback,
    back,
    proof,
    trade,
    profile,
    signOn,
    join,
    arrive,
    startSignedIn,
    /** Signs on as this person, for a student who is logged in with this token. */
    async proofSignedIn(token: string, purpose: 'link' | 'confirm', who: { sub?: string }) {
      const { url, secret } = ok(await startSignedIn(token, purpose));
      return proof({ secret, callback: await goTo(url, who) });
    },
    async stop() {
      await api.stop();
      await campus.stop();
      await other.stop();
    },
  };
}
