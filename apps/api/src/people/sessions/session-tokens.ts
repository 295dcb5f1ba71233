import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { isId } from '../../platform/common/ids.js';

/** The claims of a token: which session of which student. Everything else is looked up. */
export interface Claims {
  sub: string;
  sid: string;
}

const BEARER = /^bearer +(\S+)$/i;

@Injectable()
export class SessionTokens {
  constructor(private readonly jwt: JwtService) {}

  sign(claims: Claims): string {
    return this.jwt.sign(claims);
  }

  /** The claims of the token in an Authorization header, if we signed it. `SessionsService` checks whether its session is live. */
  claims(authorization = ''): Claims | undefined {
    const token = BEARER.exec(authorization)?.[1];
    if (!token) return undefined;
    try {
      const { sub, sid } = this.jwt.verify<Claims>(token);
      return isId(sub) && isId(sid) ? { sub, sid } : undefined;
    } catch {
      return undefined; // forged, not for us, or expired
    }
  }
}
