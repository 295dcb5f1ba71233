import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider';

/** What the campus says about somebody; `sub` names them. */
export interface CampusPerson {
  sub: string;
  name: string;
  email?: string;
  email_verified?: boolean;
  [claim: string]: string | string[] | boolean | number | undefined;
}

interface Options {
  /** The default, 0, means any free port. */
  port?: number;
  /** The redirect addresses of the apps that may use it. */
  callbacks: string[];
  people: CampusPerson[];
  /** Claims are at `/userinfo` only, and the ID token has the subject. */
  hasUserInfo?: boolean;
}

/** What tests change about the responses of the token endpoint and about the keys. */
interface Faults {
  idToken?: (idToken: string) => string | Promise<string>;
  keys?: JWK[];
  /** In place of what this path returns. */
  response?: { path: string; status: number; location?: string };
  userInfo?: (claims: Record<string, unknown>) => Record<string, unknown>;
  /** Sends the tokens of log-outs. */
  fetch?: typeof fetch;
}

export interface FakeCampus {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** May be changed at any time. */
  people: Map<string, CampusPerson>;
  faults: Faults;
  /** How many requests each path got. */
  requests: Map<string, number>;
  /** Tells the app that somebody logged out, of one session or, where none is named, of all. Throws if it is not accepted. */
  loggedOut(sub: string, sid?: string): Promise<void>;
  stop(): Promise<void>;
}

/** Keeps everything in memory, which the library's own adapter warns of at each start. Nothing here needs the other lookups. */
function memory(): (model: string) => Adapter {
  const kept = new Map<string, AdapterPayload>();
  const done = Promise.resolve();
  return (model) => ({
    upsert: (id, payload) => (kept.set(`${model} ${id}`, payload), done),
    find: (id) => Promise.resolve(kept.get(`${model} ${id}`)),
    findByUid: (uid) =>
      Promise.resolve([...kept].find(([key, payload]) => key.startsWith(model) && payload.uid === uid)?.[1]),
    findByUserCode: () => done,
    destroy: (id) => (kept.delete(`${model} ${id}`), done),
    consume: (id) => (Object.assign(kept.get(`${model} ${id}`)!, { consumed: true }), done),
    revokeByGrantId: (grantId) => {
      for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      return done;
    },
  });
}

/** Missing in the types of the library. */
interface LoggingOut {
  backchannelLogoutSessionRequired: boolean;
  backchannelLogout(sub: string, sid?: string): Promise<void>;
}

/** Claims by the scope that asks for them. */
const CLAIMS = {
  openid: ['sub', 'tid', 'oid', 'acct', 'hd', 'idp', 'eduperson_scoped_affiliation'],
  profile: ['name'],
  email: ['email', 'email_verified'],
  'org.cilogon.userinfo': [],
};
const SCOPES = Object.keys(CLAIMS).join(' ');

/** Starts the sign-on of a campus (OpenID Connect). Its page has a button for each person. It forgets everything on `stop`. */
export async function startFakeCampus({
  port = 0,
  callbacks,
  people,
  hasUserInfo = false,
}: Options): Promise<FakeCampus> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const [clientId, clientSecret] = ['spareswipe', randomBytes(24).toString('base64url')];
  const byName = new Map(people.map((person) => [person.sub, person]));
  const faults: Faults = {};
  const requests = new Map<string, number>();

  const provider: Provider = new Provider(issuer, {
    adapter: memory(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: callbacks,
        post_logout_redirect_uris: callbacks.map((callback) => new URL('/', callback).href),
        backchannel_logout_uri: callbacks[0]!.replace(/callback$/, 'logged-out'),
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: randomUUID(), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomUUID()] },
    claims: CLAIMS,
    scopes: Object.keys(CLAIMS),
    conformIdTokenClaims: hasUserInfo,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        logoutSource(ctx, form) {
          ctx.body = layout(`${form}<button name="logout" value="yes" form="op.logoutForm">Log out</button>`);
        },
      },
    },
    // the library's own dispatcher refuses this machine
    fetch: (url, options) => (faults.fetch ?? fetch)(url, { ...options, dispatcher: undefined }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 3600, Grant: 3600, AccessToken: 600, IdToken: 600 },
    findAccount: (_ctx, sub) => {
      const person = byName.get(sub);
      return person && { accountId: sub, claims: () => person };
    },
    // nobody has to consent
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ accountId: oidc.account!.accountId, clientId: oidc.client!.clientId });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    requests.set(ctx.path, (requests.get(ctx.path) ?? 0) + 1);
    if (ctx.path === faults.response?.path) {
      ctx.status = faults.response.status;
      ctx.set('location', faults.response.location ?? '');
      return;
    }
    await next();
    const body = ctx.body as Record<string, unknown>;
    if (ctx.path === '/token' && faults.idToken && typeof body['id_token'] === 'string')
      ctx.body = { ...body, id_token: await faults.idToken(body['id_token']) };
    if (ctx.path === '/jwks' && faults.keys) ctx.body = { keys: faults.keys };
    if (ctx.path === '/me' && faults.userInfo) ctx.body = faults.userInfo(body);
  });

  /** The page to choose who one is, and what was pressed there. */
  async function interact(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return response.end(page([...byName.values()]));
    }
    const sub = new URLSearchParams(await text(request)).get('sub');
    const result = sub ? { login: { accountId: sub } } : { error: 'access_denied' };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  const serve = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/interaction/')) return void serve(request, response);
    interact(request, response).catch(() => response.writeHead(400).end('This log-in is over.'));
  });

  return {
    issuer,
    clientId,
    clientSecret,
    people: byName,
    faults,
    requests,
    async loggedOut(sub, sid) {
      const client = (await provider.Client.find(clientId)) as unknown as LoggingOut;
      client.backchannelLogoutSessionRequired = sid !== undefined;
      await client.backchannelLogout(sub, sid);
      client.backchannelLogoutSessionRequired = true; // or the next ID tokens name no session
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (value: unknown) => String(value).replaceAll(/[&<>"]/g, (character) => ESCAPED[character]!);

const page = (people: CampusPerson[]) =>
  layout(`<p>A stand-in for your university's own page. Who are you?</p>
    <form method="post">
      ${people.map(({ sub, name }) => `<button name="sub" value="${escaped(sub)}">${escaped(name)}</button>`).join('\n      ')}
      <button name="cancel" value="1">Cancel</button>
    </form>`);

const layout = (content: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Campus log-in</title>
    <style>
      body { font: 1.1rem system-ui; max-width: 22rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark }
      button { display: block; width: 100%; margin: .5rem 0; padding: .8rem; font: inherit; text-align: start }
    </style>
  </head>
  <body>
    <h1>Campus log-in</h1>
    ${content}
  </body>
</html>
`;
