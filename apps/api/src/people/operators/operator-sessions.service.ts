import { Injectable } from '@nestjs/common';
import { OPERATOR_SESSION_HOURS } from '@spareswipe/contract';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { Clock } from '../../platform/common/clock.js';
import { newId } from '../../platform/common/ids.js';
import { queryRows } from '../../platform/database/query-rows.js';
import { OperatorSession } from '../../platform/database/tables/operator.entity.js';
import { SessionTokens, type Claims } from '../sessions/session-tokens.js';
import type { SignedInOperator } from './current-operator.js';

/** Sessions of operators. Their tokens have an audience of their own, so that none passes for a student's. */
@Injectable()
export class OperatorSessions {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly tokens: SessionTokens,
  ) {}

  /** Starts a session of 12 hours, confirmed by the code of this log-in. Returns its bearer token. */
  async start(tx: EntityManager, operatorId: string): Promise<string> {
    const [id, now] = [newId(), this.clock.now()];
    const expiresAt = new Date(now.getTime() + OPERATOR_SESSION_HOURS * 3_600_000);
    await tx.insert(OperatorSession, { id, operatorId, createdAt: now, confirmedAt: now, expiresAt });
    return this.tokens.sign({ sub: operatorId, sid: id });
  }

  /** The operator of a live session; undefined after it ended or expired, and for a revoked operator. */
  async operator({ sub, sid }: Claims): Promise<SignedInOperator | undefined> {
    const [row] = await queryRows<SignedInOperator>(
      this.db,
      `SELECT o.id, o.email, o.institution AS campus, e.id AS "sessionId", e.confirmed_at AS "confirmedAt"
         FROM operator_sessions e JOIN operators o ON o.id = e.operator_id
        WHERE e.id = $1 AND o.id = $2 AND e.ended_at IS NULL AND e.expires_at > $3 AND o.revoked_at IS NULL`,
      [sid, sub, this.clock.now()],
    );
    return row;
  }

  async confirm(tx: EntityManager, sessionId: string): Promise<void> {
    await tx.update(OperatorSession, { id: sessionId }, { confirmedAt: this.clock.now() });
  }

  async end(sessionId: string): Promise<void> {
    const session = { id: sessionId, endedAt: IsNull() };
    await this.db.manager.update(OperatorSession, session, { endedAt: this.clock.now() });
  }

  /** Deletes the sessions that ended this many days ago. The log names operators, not sessions. */
  async prune(days: number): Promise<void> {
    await this.db.query(
      'DELETE FROM operator_sessions WHERE least(ended_at, expires_at) < now() - make_interval(days => $1)',
      [days],
    );
  }

  async endAll(tx: EntityManager, operatorId: string): Promise<void> {
    await tx.update(OperatorSession, { operatorId, endedAt: IsNull() }, { endedAt: this.clock.now() });
  }
}
