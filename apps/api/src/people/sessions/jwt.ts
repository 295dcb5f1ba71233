import { createSecretKey } from 'node:crypto';
import type { JwtModuleOptions } from '@nestjs/jwt';
import type { Settings } from '../../platform/config/settings.js';

const ALGORITHM = 'HS256';
const ISSUER = 'spareswipe-api';
const AUDIENCE = 'spareswipe-web';
const DESK = 'spareswipe-desk';

/** Tokens of students. */
export const signing = (settings: Settings) => signingFor(settings, AUDIENCE, '30d');

/** Tokens of operators: another audience, so that neither passes for the other. */
export const operatorSigning = (settings: Settings) => signingFor(settings, DESK, '12h');

const signingFor = (settings: Settings, audience: string, expiresIn: '30d' | '12h'): JwtModuleOptions => ({
  // A key object: given a string, jsonwebtoken tries on every request whether it is a public key.
  secret: createSecretKey(Buffer.from(settings.JWT_SECRET)),
  signOptions: { algorithm: ALGORITHM, issuer: ISSUER, audience, expiresIn },
  verifyOptions: { algorithms: [ALGORITHM], issuer: ISSUER, audience },
});
