/**
 * Places that are taken for a while: so many for one taker, and twice as many for all, so that somebody who takes all they can
 * shuts out nobody else.
 */
export class Places {
  private readonly takenBy = new Map<string, number>();
  private all = 0;

  constructor(readonly ofOne: number) {}

  /** How many are taken. */
  get taken(): number {
    return this.all;
  }

  /** Returns what gives the place back, or undefined if none is left. */
  take(taker: string): (() => void) | undefined {
    if ((this.takenBy.get(taker) ?? 0) >= this.ofOne || this.all >= 2 * this.ofOne) return undefined;
    this.change(taker, 1);
    return () => this.change(taker, -1);
  }

  private change(taker: string, by: 1 | -1): void {
    const own = (this.takenBy.get(taker) ?? 0) + by;
    if (own) this.takenBy.set(taker, own);
    else this.takenBy.delete(taker);
    this.all += by;
  }
}
