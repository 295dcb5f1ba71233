import { Injectable, Logger } from '@nestjs/common';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import * as openid from 'openid-client';
import { AppError } from '../../platform/common/app-error.js';
import { Settings } from '../../platform/config/settings.js';
import type { SignOnProvider } from '../../platform/config/sign-on-providers.js';
import type { SignOnProblem, SignOnResult } from '../../platform/database/tables/sign-on-attempt.entity.js';
import type { CampusSession } from '../sessions/sessions.service.js';
import { judge, presetOf } from './presets.js';

const TIMEOUT_SECONDS = 5;
const CLOCK_TOLERANCE_SECONDS = 60;
const RESPONSE_MAX_BYTES = 256 * 1024;
const METADATA_FRESH_MS = 10 * 60_000;
/** Of the keys for tokens of log-outs, which anybody may send. */
const KEYS_FRESH_MS = 30_000;
const FAILURE_FRESH_MS = 10_000;
/** Tokens of a log-out are younger, and each is used once in an hour (`logOutTokens`). */
const LOG_OUT_TOKEN_MAX_AGE = '10 min';
const LOGGED_OUT = 'http://schemas.openid.net/event/backchannel-logout';

type Tokens = openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers;

/** What one attempt sends to the provider, and expects back. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
  /** The student must prove now who they are, whatever session the provider has. */
  isFresh: boolean;
}

/** The one place that talks to providers. Every request goes to the configured issuer, or where its own metadata says. */
@Injectable()
export class OpenIdGateway {
  private readonly logger = new Logger('SignOn');
  private readonly published = new Map<string, { loading: Promise<unknown>; until: number }>();

  constructor(private readonly settings: Settings) {}

  /** Where the browser goes to sign on. Throws SIGN_ON_UNAVAILABLE. */
  async addressOf(provider: SignOnProvider, { state, nonce, verifier, isFresh }: Attempt): Promise<string> {
    const { scope, parameters } = presetOf(provider);
    try {
      return openid.buildAuthorizationUrl(await this.client(provider), {
        redirect_uri: this.redirectAddress(provider).href,
        scope,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isFresh && { max_age: '0', prompt: 'login' }),
        ...parameters?.(provider),
      }).href;
    } catch (error) {
      this.report(provider, 'unavailable', error);
      throw new AppError('SIGN_ON_UNAVAILABLE');
    }
  }

  /**
   * Trades the query of the callback for what the provider says about the person. Checks issuer, audience, signature,
   * expiry, state, nonce and PKCE (OpenID Connect Core 3.1.3.7); keys are loaded anew, so that one that was replaced is found.
   */
  async identify(provider: SignOnProvider, query: string, attempt: Attempt): Promise<SignOnResult> {
    const address = this.redirectAddress(provider);
    address.search = query;
    try {
      const client = await this.client(provider);
      const tokens = await openid.authorizationCodeGrant(client, address, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.verifier,
        idTokenExpected: true,
      });
      const idToken = tokens.claims()!;
      const userInfo = presetOf(provider).hasUserInfo
        ? await openid.fetchUserInfo(client, tokens.access_token, idToken.sub)
        : {};
      const result = judge(provider, { ...userInfo, ...idToken });
      if ('problem' in result) this.report(provider, result.problem, result.claim);
      return 'problem' in result ? result : { ...result, session: this.sessionOf(provider, client, tokens) };
    } catch (error) {
      const problem = problemOf(error);
      this.report(provider, problem, error);
      return { problem };
    }
  }

  /**
   * Reads what the provider says about a log-out: one of its sessions, or else all of a person. Checks signature, issuer,
   * audience and age, and that it is no ID token (OpenID Connect Back-Channel Logout 2.6). Throws INVALID_TOKEN.
   */
  async readLogOut(provider: SignOnProvider, token: unknown) {
    try {
      const { issuer, jwks_uri = '' } = (await this.client(provider)).serverMetadata();
      const keys = await this.recent(`keys ${provider.id}`, KEYS_FRESH_MS, async () => {
        const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000);
        const response = await limitedFetch(jwks_uri, { redirect: 'manual', signal });
        return createLocalJWKSet((await response.json()) as JSONWebKeySet);
      });
      const { payload } = await jwtVerify<{ sid?: string; events?: object; nonce?: string }>(String(token), keys, {
        issuer,
        audience: provider.clientId,
        maxTokenAge: LOG_OUT_TOKEN_MAX_AGE,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['jti', 'events'],
      });
      const { sid, sub, jti, events, nonce } = payload;
      if (!(LOGGED_OUT in events!) || nonce !== undefined || !(sid ?? sub)) throw new Error('not a token of a log-out');
      return {
        id: `${provider.id} ${jti}`,
        campusSession: campusSessionOf(provider, sid),
        identity: { issuer, subject: String(sub) },
      };
    } catch (error) {
      this.logger.warn({ provider: provider.id, cause: String(error) }, 'a log-out of the campus was refused');
      throw new AppError('INVALID_TOKEN');
    }
  }

  private sessionOf(provider: SignOnProvider, client: openid.Configuration, tokens: Tokens): CampusSession {
    const parameters = { post_logout_redirect_uri: `${this.settings.APP_ORIGIN}/`, id_token_hint: tokens.id_token! };
    const ends = client.serverMetadata().end_session_endpoint;
    return {
      campusSession: campusSessionOf(provider, tokens.claims()!['sid']),
      campusLogOut: ends ? openid.buildEndSessionUrl(client, parameters).href : null,
    };
  }

  redirectAddress = ({ id }: SignOnProvider) => new URL(`/api/auth/sign-on/${id}/callback`, this.settings.APP_ORIGIN);

  /** A client of its own for each sign-on, since the library keeps the provider's keys with it. */
  private async client(provider: SignOnProvider): Promise<openid.Configuration> {
    const { id, issuer, clientId, clientSecret } = provider;
    const isLocal = this.settings.NODE_ENV !== 'production';
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- only marked so to stand out
    const execute = [openid.enableNonRepudiationChecks, ...(isLocal ? [openid.allowInsecureRequests] : [])];
    const options = { execute, timeout: TIMEOUT_SECONDS, [openid.customFetch]: limitedFetch };
    const discover = () => openid.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
    const found = { ...(await this.recent(`metadata ${id}`, METADATA_FRESH_MS, discover)).serverMetadata() };
    const takesPost = found.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    const authentication = takesPost ? openid.ClientSecretPost : openid.ClientSecretBasic;
    const client = new openid.Configuration(found, clientId, undefined, authentication(clientSecret));
    client.timeout = TIMEOUT_SECONDS;
    client[openid.customFetch] = limitedFetch;
    for (const extend of execute) extend(client);
    return client;
  }

  /** Loads what a provider publishes, once for all who ask in this time. A failure counts for ten seconds. */
  private recent<T>(key: string, freshMs: number, load: () => Promise<T>): Promise<T> {
    const known = this.published.get(key);
    if (known && Date.now() < known.until) return known.loading as Promise<T>;
    const loaded = { loading: load(), until: Date.now() + freshMs };
    loaded.loading.catch(() => (loaded.until = Date.now() + FAILURE_FRESH_MS));
    this.published.set(key, loaded);
    return loaded.loading;
  }

  /** For those who run the installation. Claims and tokens stay out of the log. */
  private report({ id }: SignOnProvider, problem: SignOnProblem, cause: unknown): void {
    if (problem === 'cancelled') return;
    const { code, message } = cause instanceof Error ? (cause as Error & { code?: string }) : { message: cause };
    this.logger.warn({ provider: id, problem, code, cause: message }, 'a sign-on failed');
  }
}

const campusSessionOf = ({ id }: SignOnProvider, sid: unknown) => (typeof sid === 'string' ? `${id} ${sid}` : null);

/** Bodies are read to the end here, up to a size. */
const limitedFetch = async (url: string, options: RequestInit) => {
  const { body, status, statusText, headers } = await fetch(url, options);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > RESPONSE_MAX_BYTES) throw new Error('The response of the provider is too large');
    parts.push(part);
  }
  return new Response(parts.length ? Buffer.concat(parts) : null, { status, statusText, headers });
};

function problemOf(error: unknown): SignOnProblem {
  if (error instanceof openid.AuthorizationResponseError)
    return error.error === 'access_denied' ? 'cancelled' : 'failed';
  // no response, none in time, or one that says the provider is down
  const status =
    error instanceof openid.ResponseBodyError ? error.status : (error as { cause?: { status?: number } }).cause?.status;
  const isDown =
    error instanceof TypeError || (error as { code?: string }).code === 'OAUTH_TIMEOUT' || (status ?? 0) >= 500;
  return isDown ? 'unavailable' : 'failed';
}
