import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { generateSecret, generateURI, verify } from 'otplib';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/common/clock.js';
import { Settings } from '../../platform/config/settings.js';
import { Operator, OperatorRecoveryCode } from '../../platform/database/tables/operator.entity.js';
import { seal, unseal } from '../../delivery/mail/sealing.js';

const RECOVERY_CODES = 10;
/** Clocks of phones may be wrong by one step. */
const TOLERANCE_SECONDS = 30;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** The second factor of operators: codes of an authenticator app (RFC 6238), each once, and one-time recovery codes. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  newSecret(): Promise<string> {
    return seal(generateSecret(), this.settings.JWT_SECRET);
  }

  /** The secret, and the address that an authenticator app reads from a QR code. */
  async shown(sealedSecret: string, email: string): Promise<{ secret: string; uri: string }> {
    const secret = await unseal(sealedSecret, this.settings.JWT_SECRET);
    return { secret, uri: generateURI({ issuer: 'SpareSwipe', label: email, secret }) };
  }

  /** Makes new recovery codes instead of the former ones. Only their hashes are stored: 80 random bits need no salt. */
  async replaceRecoveryCodes(tx: EntityManager, operatorId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await this.forgetRecoveryCodes(tx, operatorId);
    await tx.insert(
      OperatorRecoveryCode,
      codes.map((code) => ({ operatorId, codeHash: hashOf(code) })),
    );
    return codes;
  }

  async forgetRecoveryCodes(tx: EntityManager, operatorId: string): Promise<void> {
    await tx.delete(OperatorRecoveryCode, { operatorId });
  }

  /** Uses a code up. Returns false for a wrong one, and for one that was used before, also at the same moment. */
  async use(tx: EntityManager, operatorId: string, code: string): Promise<boolean> {
    const operator = await tx.findOne(Operator, { where: { id: operatorId }, lock: { mode: 'for_no_key_update' } });
    if (!operator) return false;
    if (!isSixDigits(code)) {
      const { affected } = await tx.delete(OperatorRecoveryCode, { operatorId, codeHash: hashOf(code) });
      return affected === 1;
    }
    const result = await verify({
      secret: await unseal(operator.sealedSecret, this.settings.JWT_SECRET),
      token: code,
      epoch: Math.floor(this.clock.now().getTime() / 1000),
      epochTolerance: TOLERANCE_SECONDS,
      ...(operator.lastTimeStep !== null && { afterTimeStep: Number(operator.lastTimeStep) }),
    });
    if (!result.valid || !('timeStep' in result)) return false;
    await tx.update(Operator, { id: operatorId }, { lastTimeStep: String(result.timeStep) });
    return true;
  }
}

/** A code of an authenticator app, and no recovery code. */
export const isSixDigits = (code: string) => /^\d{6}$/.test(code);

/** Sixteen letters and digits, such as `abcd-efgh-2345-mnop`. */
function newRecoveryCode(): string {
  const letters = Array.from(randomBytes(16), (byte) => LETTERS[byte % LETTERS.length]).join('');
  return letters.match(/.{4}/g)!.join('-');
}

const hashOf = (code: string) => createHash('sha256').update(code.replaceAll(/[\s-]/g, '')).digest();
