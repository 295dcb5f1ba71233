import { institutionFromEmail } from '@spareswipe/contract';
import { z } from 'zod';

/** How a provider proves who a student is: `people/sign-on/presets.ts`. */
const kind = z.enum(['entra', 'google', 'okta', 'cas', 'shibboleth', 'keycloak', 'cilogon']);

/** Of the kinds whose issuer need not be set. */
const ISSUERS: Partial<Record<z.infer<typeof kind>, (tenant?: string) => string>> = {
  entra: (tenant) => `https://login.microsoftonline.com/${tenant}/v2.0`,
  google: () => 'https://accounts.google.com',
  cilogon: () => 'https://cilogon.org',
};

const provider = z
  .strictObject({
    /** Part of the redirect address, so that no two providers share one. */
    id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
    kind,
    /** The campus, as its students call it. */
    name: z.string().trim().min(1).max(60),
    /** Of its students' addresses. */
    domains: z.array(z.string().regex(/^[a-z0-9.-]+\.edu$/)).min(1),
    issuer: z.url().optional(),
    clientId: z.string().min(1),
    clientSecret: z.string().min(1),
    /** Entra: the tenant, without which students of any university could sign on. */
    tenant: z.uuid().optional(),
    /** CILogon: the entity id of the campus. */
    idp: z.string().min(1).optional(),
    /** One of these is required at each sign-on, such as `student@state.edu`. */
    affiliations: z.array(z.string().min(1)).min(1).optional(),
  })
  .refine(({ kind, tenant }) => (kind === 'entra') === (tenant !== undefined))
  .refine(({ kind, idp }) => (kind === 'cilogon') === (idp !== undefined))
  .transform(({ issuer, ...rest }) => ({ ...rest, issuer: issuer ?? ISSUERS[rest.kind]?.(rest.tenant) ?? '' }))
  .refine(({ issuer }) => issuer !== '');

export type SignOnProvider = z.infer<typeof provider>;

/** Whether it is an address of a student of that campus. */
export const isAddressOf = ({ domains }: SignOnProvider, email: string) =>
  domains.some((domain) => email.endsWith(`@${domain}`));

/** The sign-on of a campus, if it has one. */
export const providerAt = (providers: SignOnProvider[], institution: string) =>
  providers.find(({ domains }) => domains.some((domain) => institutionFromEmail(domain) === institution));

const hasRepeats = (values: string[]) => new Set(values).size < values.length;

/** Of the JSON in the setting. `isSecure`: issuers must use https. */
export const providers = (isSecure: boolean) =>
  z
    .array(provider)
    .refine((all) => !hasRepeats(all.map(({ id }) => id)) && !hasRepeats(all.flatMap(({ domains }) => domains)))
    .refine((all) => !isSecure || all.every(({ issuer }) => issuer.startsWith('https:')));
