import { Injectable } from '@nestjs/common';
import type { WithReason } from '@spareswipe/contract/desk';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../platform/common/app-error.js';
import { transaction } from '../platform/database/transaction.js';
import { IdempotencyService, type Call } from '../platform/idempotency/idempotency.service.js';
import { MailService } from '../delivery/mail/mail.service.js';
import type { Meal, OperatorDecision } from '../delivery/mail/mails.js';
import type { SignedInOperator } from '../people/operators/current-operator.js';
import { OperatorLog, type Logged } from '../people/operators/operator-log.service.js';
import { UsersService } from '../people/users/users.service.js';
import { DeskQueries, type SubjectStudent } from './desk.queries.js';

/**
 * What all actions of the desk share: each is one transaction, writes a line into the log, and mails the student the
 * reason. Operators get NOT_FOUND for anything of another campus.
 */
@Injectable()
export class ActionsService {
  constructor(
    private readonly db: DataSource,
    private readonly idempotency: IdempotencyService,
    private readonly log: OperatorLog,
    private readonly mail: MailService,
    private readonly queries: DeskQueries,
    private readonly users: UsersService,
  ) {}

  /** Lets an action change one student of the operator's campus. Returns the body with its sentence. */
  async change(operator: SignedInOperator, studentId: string, reason: string, action: Action) {
    return transaction(this.db, (tx) => this.changeIn(tx, operator, studentId, reason, action));
  }

  /**
   * The same, once per Idempotency-Key. The key is stored with the keys of the student, since the stored response
   * names them: it is deleted with their other data.
   */
  async changeOnce(
    operator: SignedInOperator,
    studentId: string,
    { route, ...call }: Omit<Call, 'studentId'> & { body: WithReason },
    action: Action,
  ) {
    await this.queries.assertStudent(operator.campus, studentId);
    return this.idempotency.run({ ...call, studentId, route: `${route} ${operator.id}` }, (tx) =>
      this.changeIn(tx, operator, studentId, call.body.reason, action),
    );
  }

  /** Lets an action change one match of the operator's campus, and logs what it returns. */
  async changeMatch(
    operator: SignedInOperator,
    matchId: string,
    reason: string,
    action: (tx: EntityManager) => Promise<Change>,
  ): Promise<void> {
    const campus = await this.queries.campusOfMatch(matchId);
    if (campus === undefined || (operator.campus !== null && operator.campus !== campus))
      throw new AppError('NOT_FOUND');
    await transaction(this.db, async (tx) => {
      const change = await action(tx);
      await this.log.write(tx, { operatorId: operator.id, campus, matchId, reason, ...change });
    });
  }

  private async changeIn(
    tx: EntityManager,
    operator: SignedInOperator,
    studentId: string,
    reason: string,
    action: Action,
  ) {
    await this.users.lockMailboxes(tx, studentId); // strikes and suspensions are about all its accounts
    const student = await this.queries.lockStudent(tx, operator.campus, studentId);
    if (!student) throw new AppError('NOT_FOUND');
    const line = { operatorId: operator.id, campus: student.campus, studentId, reason };
    const message = await action({
      tx,
      student,
      log: (change) => this.log.write(tx, { ...line, ...change }),
      mail: (decision) =>
        this.mail.send(tx, 'operator-decision', student, {
          until: null,
          credits: null,
          meal: null,
          reason,
          ...decision,
        }),
    });
    return { message };
  }
}

type Change = Pick<Logged, 'action' | 'matchId' | 'requestId' | 'before' | 'after'>;

/** Changes a student who is locked, and returns a sentence for a toast. `log` and `mail` give the operator's reason. */
type Action = (about: {
  tx: EntityManager;
  student: SubjectStudent;
  log: (change: Change) => Promise<string>;
  mail: (decision: { decision: OperatorDecision; until?: Date | null; credits?: number; meal?: Meal }) => Promise<void>;
}) => Promise<string>;
