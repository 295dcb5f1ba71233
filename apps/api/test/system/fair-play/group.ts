import type { DisputeAward, Match as MatchOnWire, Side } from '@spareswipe/contract';
import { AppError } from '../../../src/platform/common/app-error.js';
import { newId } from '../../../src/platform/common/ids.js';
import type { ServicesOnDatabase } from '../model/campus.js';

export interface Account {
  id: string;
  name: string;
  /** The owner of the account, who may have several; null: an honest student outside the group. */
  person: number | null;
  /** A student outside the group who never completes, rates or denies anything. */
  isSilent: boolean;
  isOpen: boolean;
  available: number;
}

export interface Request {
  id: string;
  by: Account;
  isActive: boolean;
  /** Until the deadline; negative once it has passed. */
  hoursLeft: number;
}

export interface Match extends Record<Side, Account> {
  id: string;
  request: Request;
  status: MatchOnWire['status'];
  isUndecided: boolean;
  /** Whether somebody got a meal. Only exchanges with outsiders are about meals. */
  isHandedOver: boolean;
  rated: Record<Side, boolean>;
}

export interface Order {
  id: string;
  by: Account;
  credits: number;
  takenBack: number;
}

/** The accounts of a few people who want to gain by lying, and honest students around them, on the real services. */
export class Group {
  readonly accounts: Account[] = [];
  readonly requests: Request[] = [];
  readonly matches: Match[] = [];
  readonly orders: Order[] = [];
  /** A log of what happened, in words. */
  readonly story: string[] = [];
  private readonly mailbox = newId();

  constructor(readonly services: ServicesOnDatabase) {}

  get members(): Account[] {
    return this.accounts.filter(({ person }) => person !== null);
  }

  get outsiders(): Account[] {
    return this.accounts.filter(({ person }) => person === null);
  }

  /** Opens one more account for a person, who has one mailbox and one phone number. */
  async register(person: number): Promise<void> {
    const email = `${this.mailbox}-${person}+${this.accounts.length}@state.edu`;
    const phoneNumber = `${parseInt(this.mailbox.slice(-9), 16)}${person}`;
    const id = await this.services.register({ email, phoneNumber });
    this.add({ id, name: `account ${this.members.length} of person ${person}`, person, isSilent: false });
    this.story.push(`person ${person} opens account ${this.members.length - 1}`);
  }

  async letIn(outsiders: number, credits: number, { isSilent }: Pick<Account, 'isSilent'>): Promise<void> {
    for (const id of await this.services.givenStudents(outsiders, credits))
      this.add({ id, name: `${isSilent ? 'silent ' : ''}outsider ${this.outsiders.length}`, person: null, isSilent });
  }

  post(by: Account, hoursLeft: number): Promise<void> {
    return this.attempt(`${by.name} posts ${this.requests.length} for ${hoursLeft} h`, async () => {
      const deadline = new Date(Date.now() + hoursLeft * 3_600_000).toISOString();
      const student = await this.services.signedIn(by.id);
      const { request } = await this.services.requests.create(student, { ...SOUP, deadline });
      this.requests.push({ id: request._id, by, isActive: true, hoursLeft });
    });
  }

  async postAll(by: Account, hoursLeft: number): Promise<void> {
    for (let left = by.available; left > 0; left--) await this.post(by, hoursLeft);
  }

  accept(by: Account, request: Request): Promise<void> {
    return this.attempt(`${by.name} accepts ${this.requests.indexOf(request)}`, async () => {
      const body = { requestId: request.id, message: undefined };
      const { match } = await this.services.matches.accept(await this.services.signedIn(by.id), body);
      request.isActive = false;
      this.matches.push({
        ...{ id: match._id, request, requester: request.by, fulfiller: by },
        ...{ status: 'accepted', isUndecided: false, isHandedOver: false },
        rated: { requester: false, fulfiller: false },
      });
    });
  }

  complete(side: Side, match: Match): Promise<void> {
    return this.attempt(`the ${side} completes ${this.numberOf(match)}`, async () => {
      this.see(match, (await this.services.matches.complete(match[side].id, match.id)).match);
    });
  }

  /** "I'm here". */
  here(side: Side, match: Match): Promise<void> {
    return this.attempt(`the ${side} is here for ${this.numberOf(match)}`, async () => {
      this.see(match, (await this.services.meeting.here(match[side].id, match.id)).match);
    });
  }

  /** "It's them". */
  met(side: Side, match: Match): Promise<void> {
    return this.attempt(`the ${side} met for ${this.numberOf(match)}`, async () => {
      this.see(match, (await this.services.meeting.met(match[side].id, match.id)).match);
    });
  }

  rate(side: Side, match: Match, followedThrough: boolean): Promise<void> {
    const answer = followedThrough ? 'Yes' : 'No';
    return this.attempt(`the ${side} rates ${this.numberOf(match)} "${answer}"`, async () => {
      const body = { score: followedThrough ? 5 : null, comment: undefined, followedThrough };
      this.see(match, (await this.services.ratings.rate(match[side].id, match.id, body)).match);
      match.rated[side] = true;
    });
  }

  release(side: Side, match: Match): Promise<void> {
    return this.attempt(`the ${side} releases ${this.numberOf(match)}`, async () => {
      const { match: released } = await this.services.matches.release(match[side].id, match.id);
      this.see(match, released);
      match.request.isActive = released.request.status === 'active';
    });
  }

  concede(side: Side, match: Match): Promise<void> {
    return this.attempt(`the ${side} concedes ${this.numberOf(match)}`, async () => {
      this.see(match, (await this.services.disputes.concede(match[side].id, match.id)).match);
    });
  }

  cancel(request: Request): Promise<void> {
    return this.attempt(`${this.requests.indexOf(request)} is cancelled`, async () => {
      await this.services.requests.cancel(request.by.id, request.id);
      request.isActive = false;
    });
  }

  close(account: Account): Promise<void> {
    return this.attempt(`${account.name} closes`, async () => {
      await this.services.closeAccount(account.id);
      account.isOpen = false;
      await this.lookAgain();
    });
  }

  buy(by: Account, credits: number): Promise<void> {
    return this.attempt(`${by.name} buys ${credits}`, async () => {
      this.orders.push({ id: await this.services.sell(by.id, credits), by, credits, takenBack: 0 });
    });
  }

  /** The bank takes money back, or returns it if `credits` is negative. */
  takeBack(order: Order, credits: number): Promise<void> {
    return this.attempt(`the bank takes ${credits} of ${order.by.name} back`, async () => {
      await this.services.takeBack(order.id, credits);
      order.takenBack += credits;
    });
  }

  decide(match: Match, awardedTo: DisputeAward): Promise<void> {
    return this.attempt(`an operator awards ${this.numberOf(match)} to ${awardedTo}`, async () => {
      await this.services.decide(match.id, awardedTo);
      match.isUndecided = false;
    });
  }

  voidExchange(match: Match): Promise<void> {
    return this.attempt(`an operator voids ${this.numberOf(match)}`, async () => {
      await this.services.voidExchange(match.id);
      await this.lookAgain();
    });
  }

  forward(hours: number): Promise<void> {
    return this.attempt(`${hours} h pass`, async () => {
      for (const request of this.requests) request.hoursLeft -= hours;
      const everybody = this.accounts.map(({ id }) => id);
      await this.services.forward(hours, everybody);
      await this.services.sweep();
      await this.lookAgain();
    });
  }

  private add(account: Omit<Account, 'isOpen' | 'available'>): void {
    this.accounts.push({ ...account, isOpen: true, available: 0 });
  }

  private numberOf(match: Match): number {
    return this.requests.indexOf(match.request);
  }

  /** Refusals by a rule are part of the game; any other error fails the test. */
  private async attempt(text: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.story.push(text);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.story.push(`${text}: ${error.code}`);
    }
  }

  private see(match: Match, { status, dispute }: MatchOnWire): void {
    Object.assign(match, { status, isUndecided: dispute !== null && !dispute.decidedAt });
  }

  /** Reads what time, or the end of an account, has changed. */
  private async lookAgain(): Promise<void> {
    const ids = [this.requests, this.matches].map((list) => list.map(({ id }) => id));
    const { rows } = await this.services.client.query<Seen>({ ...LOOK_AGAIN, values: ids });
    const seen = new Map(rows.map((row) => [row.id, row]));
    for (const request of this.requests) request.isActive = seen.get(request.id)!.status === 'active';
    for (const match of this.matches) Object.assign(match, seen.get(match.id));
  }
}

const SOUP = {
  mealPeriod: 'lunch' as const,
  mealDescription: 'Soup',
  location: 'North Hall',
  description: undefined,
  urgency: 'medium' as const,
  isFlexible: true,
};

interface Seen {
  id: string;
  status: string;
  isUndecided: boolean;
}

const LOOK_AGAIN = {
  name: 'look again',
  text: `SELECT id, status, false AS "isUndecided" FROM meal_requests WHERE id = ANY ($1)
         UNION ALL SELECT m.id, m.status, d.match_id IS NOT NULL AND d.awarded_to IS NULL
           FROM matches m LEFT JOIN ledger.disputes d ON d.match_id = m.id WHERE m.id = ANY ($2)`,
};
