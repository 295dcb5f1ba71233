import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import type { JwtModuleOptions } from '@nestjs/jwt';
import { ExtractJwt, type StrategyOptionsWithoutRequest } from 'passport-jwt';
import type { Settings } from '../config/settings.js';

const ALGORITHM = 'HS256';
const ISSUER = 'spareswipe-api';
const AUDIENCE = 'spareswipe-web';

/** Names the key, so that a token signed with a former secret is told apart without trying. */
const keyId = (secret: string) => createHash('sha256').update(`key id ${secret}`).digest('hex').slice(0, 16);

export const signing = ({ JWT_SECRET }: Settings): JwtModuleOptions => ({
  secret: JWT_SECRET,
  signOptions: {
    algorithm: ALGORITHM,
    keyid: keyId(JWT_SECRET),
    issuer: ISSUER,
    audience: AUDIENCE,
    expiresIn: '30d',
  },
});

/** One algorithm, one issuer, one audience, one key. */
export function checking({ JWT_SECRET }: Settings): StrategyOptionsWithoutRequest {
  const ours = keyId(JWT_SECRET);
  // A key object: given a string, jsonwebtoken tries on every request whether it is a public key.
  const key = createSecretKey(Buffer.from(JWT_SECRET)) as KeyObject & Buffer; // its types know bytes only
  return {
    jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
    secretOrKeyProvider: (_request: unknown, token: string, done: (error: unknown, secret?: Buffer) => void) =>
      keyIdOf(token) === ours ? done(null, key) : done(new Error('unknown key')),
    algorithms: [ALGORITHM],
    issuer: ISSUER,
    audience: AUDIENCE,
  };
}

function keyIdOf(token: string): unknown {
  try {
    const header = JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString()) as { kid?: unknown };
    return header.kid;
  } catch {
    return undefined;
  }
}
