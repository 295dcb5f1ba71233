import { ok } from '../../../test/support/responses.js';
import { openSignOn } from '../../../test/support/sign-on.js';
import type { SignOnProvider } from '../../platform/config/sign-on-providers.js';
import { judge, type Claims } from './presets.js';

const TENANT = '7f1f6a52-5a0e-4f6e-9d3f-0c7d2a4b8e11';
const provider = (over: Partial<SignOnProvider>): SignOnProvider => ({
  id: 'state',
  kind: 'keycloak',
  name: 'State',
  domains: ['state.edu'],
  issuer: 'https://sso.state.edu',
  clientId: 'id',
  clientSecret: 'secret',
  ...over,
});
const claims = (over: object = {}): Claims => ({
  iss: 'https://sso.state.edu',
  sub: 'ada-1',
  name: 'Ada Lovelace',
  email: 'Ada@State.edu',
  email_verified: true,
  ...over,
});

describe('Microsoft Entra', () => {
  const entra = provider({ kind: 'entra', tenant: TENANT });
  const ada = { tid: TENANT, oid: 'object-1', acct: 0 };

  it('knows a student by tenant and object id, and never believes an address', () => {
    expect(judge(entra, claims(ada))).toMatchObject({
      subject: `${TENANT}:object-1`,
      email: 'ada@state.edu',
      isVouched: false,
    });
  });

  it("refuses a foreign tenant's token with a victim's address", () => {
    expect(judge(entra, claims({ ...ada, tid: '00000000-0000-4000-8000-000000000000' }))).toEqual({
      problem: 'wrong-campus',
    });
  });

  it('refuses a guest of the tenant', () => {
    expect(judge(entra, claims({ ...ada, acct: 1 }))).toEqual({ problem: 'guest' });
  });

  it.each(['tid', 'oid', 'acct'])('says that %s is not released', (claim) => {
    expect(judge(entra, claims({ ...ada, [claim]: undefined }))).toEqual({ problem: 'not-released', claim });
  });
});

describe('Google Workspace', () => {
  const google = provider({ kind: 'google' });

  it('proves the campus by the hosted domain', () => {
    expect(judge(google, claims({ hd: 'state.edu' }))).toMatchObject({ subject: 'ada-1', isVouched: true });
  });

  it.each([
    ['a personal account', undefined],
    ['an account of another university', 'other.edu'],
  ])('refuses %s, even with an address of the campus', (_, hd) => {
    expect(judge(google, claims({ hd }))).toEqual({ problem: 'wrong-campus' });
  });
});

describe('CILogon', () => {
  const cilogon = provider({ kind: 'cilogon', idp: 'urn:mace:incommon:state.edu' });

  it('accepts the campus that is pinned, of all in InCommon', () => {
    expect(judge(cilogon, claims({ idp: 'urn:mace:incommon:state.edu' }))).toMatchObject({ subject: 'ada-1' });
    expect(judge(cilogon, claims({ idp: 'urn:mace:incommon:other.edu' }))).toEqual({ problem: 'wrong-campus' });
    expect(judge(cilogon, claims())).toEqual({ problem: 'not-released', claim: 'idp' });
  });
});

describe.each(['okta', 'cas', 'shibboleth', 'keycloak'] as const)('%s', (kind) => {
  it('vouches for an address of the campus that it has verified, and for no other', () => {
    expect(judge(provider({ kind }), claims())).toMatchObject({ email: 'ada@state.edu', isVouched: true });
    expect(judge(provider({ kind }), claims({ email_verified: false }))).toMatchObject({ isVouched: false });
    expect(judge(provider({ kind }), claims({ email_verified: 'true' }))).toMatchObject({ isVouched: false });
    expect(judge(provider({ kind }), claims({ email: 'ada@gmail.com' }))).toMatchObject({
      email: '',
      isVouched: false,
    });
  });
});

describe('the affiliation that a campus requires', () => {
  const campus = provider({ affiliations: ['student@state.edu'] });

  it.each([
    ['one value', { eduperson_scoped_affiliation: 'Student@state.edu' }],
    ['a list', { eduPersonScopedAffiliation: ['member@state.edu', 'student@state.edu'] }],
    ['several values with semicolons', { affiliation: 'member@state.edu; student@state.edu' }],
  ])('is found in %s', (_, released) => {
    expect(judge(campus, claims(released))).toMatchObject({ subject: 'ada-1' });
  });

  it.each([
    ['of other people', 'faculty@state.edu'],
    ['of another campus', 'student@other.edu'],
    ['that contains it', 'notastudent@state.edu'],
    ['that is no text', 7],
  ])('is not one %s', (_, value) => {
    expect(judge(campus, claims({ eduperson_scoped_affiliation: value }))).toMatchObject({ problem: 'not-a-student' });
  });

  it('that is not released is named', () => {
    expect(judge(campus, claims())).toEqual({ problem: 'not-released', claim: 'eduperson_scoped_affiliation' });
  });
});

describe('claims at /userinfo', () => {
  it('are read there, and refused if they are about somebody else', async () => {
    const on = await openSignOn({ kind: 'okta' }, { hasUserInfo: true });
    const ada = on.person();
    expect(ok(await on.signOn(ada))).toMatchObject({ next: 'profile', email: ada['email'], isVouched: true });
    on.campus.faults.userInfo = (about) => ({ ...about, sub: 'somebody-else' });
    expect(await on.signOn(ada)).toMatchObject({ status: 403, body: { code: 'SIGN_ON_REFUSED' } });
    await on.stop();
  });
});
