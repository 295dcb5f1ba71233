import { createHash, createSecretKey } from 'node:crypto';
import type { JwtModuleOptions } from '@nestjs/jwt';
import type { Settings } from '../config/settings.js';

const ALGORITHM = 'HS256';
const ISSUER = 'spareswipe-api';
const AUDIENCE = 'spareswipe-web';

/** Names the key, so that tokens signed with a former secret are recognised. */
export const keyIdOf = ({ JWT_SECRET }: Settings) =>
  createHash('sha256').update(`key id ${JWT_SECRET}`).digest('hex').slice(0, 16);

/** One algorithm, one issuer, one audience, one key. */
export const signing = (settings: Settings): JwtModuleOptions => ({
  // A key object: given a string, jsonwebtoken tries on every request whether it is a public key.
  secret: createSecretKey(Buffer.from(settings.JWT_SECRET)),
  signOptions: {
    algorithm: ALGORITHM,
    keyid: keyIdOf(settings),
    issuer: ISSUER,
    audience: AUDIENCE,
    expiresIn: '30d',
  },
  verifyOptions: { algorithms: [ALGORITHM], issuer: ISSUER, audience: AUDIENCE },
});
