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
    return this.tokenOf(newId(), passwordHash);
  }

  /** The token, if it is ours. Not after a change of the password, so that tokens made with the old one give no extra guesses. */
  known(token = '', passwordHash?: string | null): string | undefined {
    const [id = ''] = token.split('.');
    // compared whole: with anything added it would count as another device, with guesses of its own
    const [ours, given] = [Buffer.from(this.tokenOf(id, passwordHash ?? '')), Buffer.from(token)];
    return ours.length === given.length && timingSafeEqual(ours, given) ? token : undefined;
  }

  private tokenOf(id: string, passwordHash: string): string {
    const secret = this.settings.JWT_SECRET;
    return `${id}.${createHmac('sha256', secret).update(`device ${id} ${passwordHash}`).digest('base64url')}`;
  }
}
