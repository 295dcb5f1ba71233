/** Slots that are held for a while: at most `ofOne` by one holder, and twice that in all, so that nobody alone takes them all. */
export class Slots {
  /** How many are held. */
  held = 0;
  private readonly heldBy = new Map<string, number>();

  constructor(private readonly ofOne: number) {}

  /** Returns what releases the slot, once however often it is called, or undefined if none is free. */
  acquire(holder: string): (() => void) | undefined {
    if ((this.heldBy.get(holder) ?? 0) >= this.ofOne || this.held >= 2 * this.ofOne) return undefined;
    this.change(holder, 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.change(holder, -1);
      isHeld = false;
    };
  }

  private change(holder: string, by: 1 | -1): void {
    const own = (this.heldBy.get(holder) ?? 0) + by;
    if (own) this.heldBy.set(holder, own);
    else this.heldBy.delete(holder);
    this.held += by;
  }
}
