import { Injectable, Logger } from '@nestjs/common';
import * as openid from 'openid-client';
import { AppError } from '../../platform/common/app-error.js';
import { Settings } from '../../platform/config/settings.js';
import type { SignOnProvider } from '../../platform/config/sign-on-providers.js';
import type { SignOnProblem, SignOnResult } from '../../platform/database/tables/sign-on-attempt.entity.js';
import { judge, presetOf } from './presets.js';

const TIMEOUT_SECONDS = 5;
const RESPONSE_MAX_BYTES = 256 * 1024;
const METADATA_FRESH_MS = 10 * 60_000;

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
  private readonly metadata = new Map<string, { found: openid.ServerMetadata; at: number }>();

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
      return result;
    } catch (error) {
      const problem = problemOf(error);
      this.report(provider, problem, error);
      return { problem };
    }
  }

  redirectAddress = ({ id }: SignOnProvider) => new URL(`/api/auth/sign-on/${id}/callback`, this.settings.APP_ORIGIN);

  /** A client of its own for each sign-on, since the library keeps the provider's keys with it. */
  private async client(provider: SignOnProvider): Promise<openid.Configuration> {
    const { id, issuer, clientId, clientSecret } = provider;
    const isLocal = this.settings.NODE_ENV !== 'production';
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- only marked so to stand out
    const execute = [openid.enableNonRepudiationChecks, ...(isLocal ? [openid.allowInsecureRequests] : [])];
    const options = { execute, timeout: TIMEOUT_SECONDS, [openid.customFetch]: limitedFetch };
    const known = this.metadata.get(id);
    if (!known || Date.now() - known.at > METADATA_FRESH_MS) {
      const discovered = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
      this.metadata.set(id, { found: discovered.serverMetadata(), at: Date.now() });
    }
    const found = { ...this.metadata.get(id)!.found };
    const takesPost = found.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    const authentication = takesPost ? openid.ClientSecretPost : openid.ClientSecretBasic;
    const client = new openid.Configuration(found, clientId, undefined, authentication(clientSecret));
    client.timeout = TIMEOUT_SECONDS;
    client[openid.customFetch] = limitedFetch;
    for (const extend of execute) extend(client);
    return client;
  }

  /** For those who run the installation. Claims and tokens stay out of the log. */
  private report({ id }: SignOnProvider, problem: SignOnProblem, cause: unknown): void {
    if (problem === 'cancelled') return;
    const { code, message } = cause instanceof Error ? (cause as Error & { code?: string }) : { message: cause };
    this.logger.warn({ provider: id, problem, code, cause: message }, 'a sign-on failed');
  }
}

/** Bodies are read to the end here, up to a size. */
const limitedFetch: openid.CustomFetch = async (url, options) => {
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
  const isDown = error instanceof TypeError || (error as Error).name === 'TimeoutError' || (status ?? 0) >= 500;
  return isDown ? 'unavailable' : 'failed';
}
