import type { DisputeAward } from '@spareswipe/contract';

export interface Balances {
  available: number;
  held: number;
  /** Owed for refunded purchases, as a positive number. */
  debt: number;
}

export interface OracleDispute {
  match: number;
  requester: number;
  fulfiller: number;
  openedAt: number;
  /** The credit left the fulfiller; before that it is a claim on the next credits that they receive. */
  isTaken: boolean;
  awardedTo: DisputeAward | null;
  decidedBy: 'operator' | 'time' | 'side' | null;
}

/** The rules of the ledger in memory (docs/rules.md#ledger). Students are known by their place in the list. */
export class Books {
  readonly accounts: Balances[];
  /** In the order in which they opened. */
  readonly disputes: OracleDispute[] = [];

  constructor(students: number, credits: number) {
    this.accounts = Array.from({ length: students }, () => ({ available: credits, held: 0, debt: 0 }));
  }

  hold(student: number): boolean {
    const account = this.accounts[student]!;
    if (account.available < 1) return false;
    account.available--;
    account.held++;
    return true;
  }

  release(student: number): void {
    this.accounts[student]!.held--;
    this.give(student, 1);
  }

  capture(requester: number, fulfiller: number, match: number): void {
    this.accounts[requester]!.held--;
    this.give(fulfiller, 1, match);
  }

  /** Pays debts first, then claims: that on the match which earned the credit, then the oldest. */
  give(student: number, credits: number, earnedBy?: number): void {
    const account = this.accounts[student]!;
    const repaid = Math.min(account.debt, credits);
    account.debt -= repaid;
    account.available += credits - repaid;
    for (let left = credits - repaid; left > 0; left--) {
      const claims = this.disputes.filter(({ fulfiller, isTaken, awardedTo }) => {
        return fulfiller === student && !isTaken && awardedTo !== 'fulfiller';
      });
      const claim = claims.find(({ match }) => match === earnedBy) ?? claims[0];
      if (claim && account.available > 0) this.takeDisputed(claim);
    }
  }

  take(student: number, credits: number): boolean {
    const account = this.accounts[student]!;
    if (account.available < credits) return false;
    account.available -= credits;
    return true;
  }

  /** Takes bought credits back: what is there, and the rest as a debt. */
  takeBack(student: number, credits: number): void {
    const account = this.accounts[student]!;
    const atHand = Math.min(account.available, credits);
    account.available -= atHand;
    account.debt += credits - atHand;
  }

  dispute(about: Pick<OracleDispute, 'match' | 'requester' | 'fulfiller' | 'openedAt'>): void {
    const opened: OracleDispute = { ...about, isTaken: false, awardedTo: null, decidedBy: null };
    this.disputes.push(opened);
    if (this.accounts[opened.fulfiller]!.available > 0) this.takeDisputed(opened);
  }

  award(dispute: OracleDispute, awardedTo: DisputeAward, decidedBy: 'operator' | 'time' | 'side'): void {
    Object.assign(dispute, { awardedTo, decidedBy });
    if (dispute.isTaken) this.payOut(dispute);
  }

  private takeDisputed(dispute: OracleDispute): void {
    dispute.isTaken = true;
    this.accounts[dispute.fulfiller]!.available--;
    this.payOut(dispute);
  }

  private payOut({ requester, fulfiller, awardedTo }: OracleDispute): void {
    if (awardedTo === 'requester') this.give(requester, 1);
    if (awardedTo === 'fulfiller') this.give(fulfiller, 1);
  }
}
