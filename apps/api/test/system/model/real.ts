import type { DisputeAward } from '@spareswipe/contract';
import { AppError } from '../../../src/platform/common/app-error.js';
import type { ServicesOnDatabase } from './campus.js';
import type { Answer } from './oracle.js';
import type { OracleReport } from './strikes.js';

/** The real system under the oracle's interface: things are named by their place in a list, results are error codes. */
export class Real {
  private readonly requests: string[] = [];
  private readonly matches: string[] = [];
  private readonly orders: string[] = [];

  constructor(
    readonly services: ServicesOnDatabase,
    private readonly students: string[],
  ) {}

  create(student: number, hoursAhead: number): Promise<Answer> {
    return answerOf(async () => {
      const deadline = new Date(Date.now() + hoursAhead * 3_600_000).toISOString();
      const { request } = await this.services.requests.create(await this.signedIn(student), {
        mealPeriod: 'lunch',
        mealDescription: 'Soup',
        location: 'North Hall',
        description: undefined,
        urgency: 'medium',
        isFlexible: true,
        deadline,
      });
      this.requests.push(request._id);
    });
  }

  cancel(student: number, request: number): Promise<Answer> {
    return answerOf(() => this.services.requests.cancel(this.students[student]!, this.requests[request]!));
  }

  remove(request: number): Promise<Answer> {
    return answerOf(() => this.services.removeRequest(this.requests[request]!));
  }

  accept(student: number, request: number): Promise<Answer> {
    return answerOf(async () => {
      const body = { requestId: this.requests[request]!, message: undefined };
      const { match } = await this.services.matches.accept(await this.signedIn(student), body);
      this.matches.push(match._id);
    });
  }

  complete(student: number, match: number): Promise<Answer> {
    return answerOf(() => this.services.matches.complete(this.students[student]!, this.matches[match]!));
  }

  met(student: number, match: number): Promise<Answer> {
    return answerOf(() => this.services.meeting.met(this.students[student]!, this.matches[match]!));
  }

  release(student: number, match: number): Promise<Answer> {
    return answerOf(() => this.services.matches.release(this.students[student]!, this.matches[match]!));
  }

  rate(student: number, match: number, followedThrough: boolean): Promise<Answer> {
    const body = { score: followedThrough ? 5 : null, comment: undefined, followedThrough };
    return answerOf(() => this.services.ratings.rate(this.students[student]!, this.matches[match]!, body));
  }

  concede(student: number, match: number): Promise<Answer> {
    return answerOf(() => this.services.disputes.concede(this.students[student]!, this.matches[match]!));
  }

  decide(match: number, awardedTo: DisputeAward): Promise<Answer> {
    return answerOf(() => this.services.decide(this.matches[match]!, awardedTo));
  }

  /** A strike is identified by its student and match, since nobody gets two for one match. */
  contest(student: number, of: OracleReport): Promise<Answer> {
    return answerOf(async () => {
      const text = 'I waited at the hall until two.';
      await this.services.contests.contest(this.students[student]!, await this.strike(of), { text });
    });
  }

  decideStrike(of: OracleReport, stands: boolean): Promise<Answer> {
    return answerOf(async () => {
      await this.services.decideStrike(this.students[of.student]!, await this.strike(of), stands);
    });
  }

  endContests(): Promise<void> {
    return this.services.contests.endUndecided();
  }

  voidExchange(match: number): Promise<Answer> {
    return answerOf(() => this.services.voidExchange(this.matches[match]!));
  }

  adjust(student: number, credits: number): Promise<Answer> {
    return answerOf(() => this.services.adjust(this.students[student]!, credits));
  }

  async purchase(student: number, credits: number): Promise<Answer> {
    this.orders.push(await this.services.sell(this.students[student]!, credits));
    return 'done';
  }

  /** Reverses credits of an order, or restores them if `credits` is negative. Undefined: the database refused. */
  async reverse(order: number, credits: number): Promise<Answer | undefined> {
    try {
      await this.services.takeBack(this.orders[order]!, credits);
      return 'done';
    } catch (error) {
      if (!(error as { driverError?: { constraint?: string } }).driverError?.constraint) throw error;
      return undefined;
    }
  }

  leave(student: number): Promise<Answer> {
    return answerOf(() => this.services.closeAccount(this.students[student]!));
  }

  forward(hours: number): Promise<void> {
    return this.services.forward(hours);
  }

  sweep(): Promise<void> {
    return this.services.sweep();
  }

  /** The state that the oracle has too. */
  async state() {
    const { rows } = await this.services.client.query<State>({
      ...STATE,
      values: [this.students, this.requests, this.matches],
    });
    return rows[0]!;
  }

  private async strike({ student, match }: OracleReport): Promise<string> {
    const { rows } = await this.services.client.query<{ id: string }>(
      'SELECT id FROM strikes WHERE student_id = $1 AND match_id = $2',
      [this.students[student]!, this.matches[match]!],
    );
    return rows[0]!.id;
  }

  private signedIn(student: number) {
    return this.services.signedIn(this.students[student]!);
  }
}

export interface State {
  students: { available: number; held: number; debt: number; strikes: number; live: number; suspended: boolean }[];
  requests: string[];
  matches: string[];
  disputes: { match: number; awardedTo: DisputeAward | null; isTaken: boolean }[];
}

const STATE = {
  name: 'state',
  text: `SELECT
    (SELECT json_agg(json_build_object('available', a.balance, 'held', h.balance, 'debt', -d.balance,
                                       'strikes', (SELECT count(*) FROM strikes k WHERE k.student_id = s.id),
                                       'live', (SELECT count(*) FROM strikes k
                                                 WHERE k.student_id = s.id AND k.consumed_at IS NULL),
                                       'suspended', coalesce(s.suspended_until > now(), false)) ORDER BY place)
       FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, place)
       JOIN students s USING (id)
       JOIN ledger.accounts a ON a.student_id = s.id AND a.kind = 'available'
       JOIN ledger.accounts h ON h.student_id = s.id AND h.kind = 'held'
       JOIN ledger.accounts d ON d.student_id = s.id AND d.kind = 'debt') AS students,
    coalesce((SELECT json_agg(r.status ORDER BY place)
       FROM unnest($2::uuid[]) WITH ORDINALITY AS given (id, place) JOIN meal_requests r USING (id)), '[]') AS requests,
    coalesce((SELECT json_agg(m.status ORDER BY place)
       FROM unnest($3::uuid[]) WITH ORDINALITY AS given (id, place) JOIN matches m USING (id)), '[]') AS matches,
    coalesce((SELECT json_agg(json_build_object('match', place - 1, 'awardedTo', d.awarded_to,
                                                'isTaken', d.taken_id IS NOT NULL) ORDER BY d.opened_at)
       FROM unnest($3::uuid[]) WITH ORDINALITY AS given (id, place) JOIN ledger.disputes d ON d.match_id = id), '[]')
      AS disputes`,
};

async function answerOf(work: () => Promise<unknown>): Promise<Answer> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
