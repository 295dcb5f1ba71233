import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { isId } from '../../platform/common/ids.js';
import { Settings } from '../../platform/config/settings.js';
import { keyIdOf } from './jwt.js';

/** The claims of a token: which session of which student. Everything else is looked up. */
export interface Claims {
  sub: string;
  sid: string;
}

const BEARER = /^bearer +(\S+)$/i;

/** The bearer tokens of sessions. */
@Injectable()
export class SessionTokens {
  private readonly keyId: string;

  constructor(
    settings: Settings,
    private readonly jwt: JwtService,
  ) {
    this.keyId = keyIdOf(settings);
  }

  sign(claims: Claims): string {
    return this.jwt.sign(claims);
  }

  /** The claims of the token in an Authorization header, if we signed it. `SessionsService` checks whether its session is live. */
  claims(authorization = ''): Claims | undefined {
    const token = BEARER.exec(authorization)?.[1];
    const signed = token && this.verified(token);
    if (!signed || signed.header.kid !== this.keyId) return undefined;
    const { sub, sid } = signed.payload;
    return isId(sub) && isId(sid) ? { sub, sid } : undefined;
  }

  private verified(token: string): { header: { kid?: string }; payload: Claims } | undefined {
    try {
      return this.jwt.verify(token, { complete: true });
    } catch {
      return undefined; // forged, not for us, or expired
    }
  }
}
