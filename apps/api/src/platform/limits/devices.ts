import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids.js';
import { Settings } from '../config/settings.js';

/**
 * Tokens that browsers keep after a log-in or a mailed link, `<id>.<signature>`. One proves only that somebody has logged in to
 * this account from there with the current password, or set it there: its failed log-ins count separately. Nothing is stored
 * here, and it logs nobody in.
 */
@Injectable()
export class Devices {
  constructor(private readonly settings: Settings) {}

  newToken(passwordHash: string): string {
    const id = newId();
    return `${id}.${this.signature(id, passwordHash)}`;
  }

  /** The token, if it is ours. Not after a change of the password, so that tokens made with the old one give no extra guesses. */
  known(token = '', passwordHash?: string | null): string | undefined {
    const [id = '', given = ''] = token.split('.');
    const [expected, signature] = [Buffer.from(this.signature(id, passwordHash ?? '')), Buffer.from(given)];
    return expected.length === signature.length && timingSafeEqual(expected, signature) ? token : undefined;
  }

  private signature(id: string, passwordHash: string): string {
    return createHmac('sha256', this.settings.JWT_SECRET).update(`device ${id} ${passwordHash}`).digest('base64url');
  }
}
