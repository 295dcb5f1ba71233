import { isAddressOf, type SignOnProvider } from '../../platform/config/sign-on-providers.js';
import type { SignOnResult } from '../../platform/database/tables/sign-on-attempt.entity.js';

export type Claims = Record<string, unknown> & { iss: string; sub: string };

/** How one kind of provider proves who a student is. docs/sign-on.md lists the kinds. */
interface Preset {
  scope: string;
  /** Claims are at `/userinfo`, and the ID token has the subject only. */
  hasUserInfo: boolean;
  /** Added to the address at the provider. */
  parameters?: (provider: SignOnProvider) => Record<string, string>;
  /** Returns the claim by which the campus is proved, and the value that it must have. */
  campus?: (provider: SignOnProvider) => { claim: string; is: (value: unknown) => boolean };
  /** By default `sub`. */
  subject?: (claims: Claims) => string;
  /** Whether `email_verified` is to be believed. */
  vouchesForEmail: boolean;
}

const SCOPE = 'openid profile email';

const presets: Record<SignOnProvider['kind'], Preset> = {
  // `sub` differs for each app, and any tenant could claim any address (nOAuth), so only tenant and object id count
  entra: {
    scope: SCOPE,
    hasUserInfo: false,
    campus: ({ tenant }) => ({ claim: 'tid', is: (value) => value === tenant }),
    subject: ({ tid, oid }) => `${String(tid)}:${String(oid)}`,
    vouchesForEmail: false,
  },
  // anybody has an account there: only `hd` proves that the university runs it
  google: {
    scope: SCOPE,
    hasUserInfo: false,
    parameters: ({ domains }) => ({ hd: domains[0]! }),
    campus: ({ domains }) => ({ claim: 'hd', is: (value) => domains.includes(value as string) }),
    vouchesForEmail: true,
  },
  okta: { scope: SCOPE, hasUserInfo: true, vouchesForEmail: true },
  cas: { scope: SCOPE, hasUserInfo: true, vouchesForEmail: true },
  shibboleth: { scope: SCOPE, hasUserInfo: true, vouchesForEmail: true },
  keycloak: { scope: SCOPE, hasUserInfo: false, vouchesForEmail: true },
  // one issuer for all universities of InCommon
  cilogon: {
    scope: `${SCOPE} org.cilogon.userinfo`,
    hasUserInfo: true,
    parameters: ({ idp }) => ({ idphint: idp! }),
    campus: ({ idp }) => ({ claim: 'idp', is: (value) => value === idp }),
    vouchesForEmail: true,
  },
};

export const presetOf = ({ kind }: SignOnProvider) => presets[kind];

/** The names under which providers release eduPerson's scoped affiliation. */
const AFFILIATION_CLAIMS = ['eduperson_scoped_affiliation', 'eduPersonScopedAffiliation', 'affiliation'];

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** One value, a list, or several with semicolons. */
const valuesOf = (value: unknown) =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((one) => textOf(one).split(';'));

/** What these claims prove, by the rules of the provider's preset and of the campus. */
export function judge(provider: SignOnProvider, claims: Claims): SignOnResult {
  const { campus, subject = ({ sub }: Claims) => sub, vouchesForEmail } = presetOf(provider);
  const proof = campus?.(provider);
  if (proof && claims[proof.claim] === undefined) return missing(proof.claim, provider);
  if (proof && !proof.is(claims[proof.claim])) return { problem: 'wrong-campus' };
  if (provider.kind === 'entra') {
    for (const claim of ['oid', 'acct']) if (claims[claim] === undefined) return missing(claim, provider);
    if (claims['acct'] !== 0 && claims['acct'] !== '0') return { problem: 'guest' };
  }
  const identity = { issuer: claims.iss, subject: subject(claims) };
  if (provider.affiliations) {
    const claim = AFFILIATION_CLAIMS.find((name) => claims[name] !== undefined);
    if (!claim) return { problem: 'not-released', claim: AFFILIATION_CLAIMS[0]! };
    const allowed = new Set(provider.affiliations.map((affiliation) => affiliation.toLowerCase()));
    if (!valuesOf(claims[claim]).some((value) => allowed.has(value.trim().toLowerCase())))
      return { problem: 'not-a-student', identity };
  }
  const email = textOf(claims['email']).toLowerCase();
  const isOfCampus = isAddressOf(provider, email);
  return {
    ...identity,
    name: textOf(claims['name']),
    email: isOfCampus ? email : '',
    isVouched: isOfCampus && vouchesForEmail && claims['email_verified'] === true,
    authenticatedAt: typeof claims['auth_time'] === 'number' ? claims['auth_time'] * 1000 : null,
  };
}

/** Personal Google accounts have no `hd`; everywhere else the provider is set up to leave a claim out. */
const missing = (claim: string, { kind }: SignOnProvider): SignOnResult =>
  kind === 'google' ? { problem: 'wrong-campus' } : { problem: 'not-released', claim };
