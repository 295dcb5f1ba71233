import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../platform/common/app-error.js';
import { isId } from '../platform/common/ids.js';
import { transaction } from '../platform/database/transaction.js';
import { IdempotencyService, type Call } from '../platform/idempotency/idempotency.service.js';
import { MailService } from '../delivery/mail/mail.service.js';
import type { OperatorDecision } from '../delivery/mail/mails.js';
import type { ActingOperator, SignedInOperator } from '../people/operators/current-operator.js';
import { OperatorLog } from '../people/operators/operator-log.service.js';
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
  async change(operator: SignedInOperator, studentId: string, action: Action) {
    return transaction(this.db, (tx) => this.changeIn(tx, operator, studentId, action));
  }

  /**
   * The same, once per Idempotency-Key. The key is stored with the keys of the student, since the stored response
   * names them: it is deleted with their other data.
   */
  async changeOnce(
    operator: SignedInOperator,
    studentId: string,
    { route, ...call }: Omit<Call, 'studentId'>,
    action: Action,
  ) {
    if (!(await this.queries.hasStudent(operator.campus, studentId))) throw new AppError('NOT_FOUND');
    return this.idempotency.run({ ...call, studentId, route: `${route} ${operator.id}` }, (tx) =>
      this.changeIn(tx, operator, studentId, action),
    );
  }

  /** The campus of a match that the operator may see. Throws NOT_FOUND for those of other campuses. */
  async assertOwnMatch(operator: ActingOperator, matchId: string): Promise<string> {
    const campus = isId(matchId) ? await this.queries.campusOfMatch(matchId) : undefined;
    if (campus === undefined || (operator.campus !== null && operator.campus !== campus))
      throw new AppError('NOT_FOUND');
    return campus;
  }

  write(
    tx: EntityManager,
    operator: SignedInOperator,
    student: SubjectStudent,
    action: string,
    reason: string,
    before: object,
    after: object,
    matchId?: string,
  ): Promise<string> {
    const line = { operatorId: operator.id, campus: student.campus, studentId: student.id, matchId };
    return this.log.write(tx, { ...line, action, reason, before, after });
  }

  mailDecision(
    tx: EntityManager,
    student: SubjectStudent,
    { until = null, credits = null, ...rest }: Decision,
  ): Promise<void> {
    return this.mail.send(tx, 'operator-decision', student, { until, credits, ...rest });
  }

  private async changeIn(tx: EntityManager, operator: SignedInOperator, studentId: string, action: Action) {
    await this.users.lockMailbox(tx, studentId); // strikes and suspensions are about all its accounts
    const student = await this.queries.lockStudent(tx, operator.campus, studentId);
    if (!student) throw new AppError('NOT_FOUND');
    return done(await action(tx, student));
  }
}

/** Changes a student who is locked, and returns a sentence for a toast. */
type Action = (tx: EntityManager, student: SubjectStudent) => Promise<string>;

interface Decision {
  decision: OperatorDecision;
  until?: Date | null;
  credits?: number | null;
  reason: string;
}

/** The body of an action, with a sentence for a toast. */
export const done = (message: string) => ({ message });
