/** Credits of the simulated students, with the rules of the real ledger: a credit moves, and none appears or vanishes. */
export class Ledger {
  readonly available: Int32Array;
  held = 0;

  constructor(students: number, startCredits: number) {
    this.available = new Int32Array(students).fill(startCredits);
  }

  /** Returns false if the student has no credit. */
  hold(student: number): boolean {
    if (!this.available[student]) return false;
    this.available[student]--;
    this.held++;
    return true;
  }

  /** A hold ends once: it goes to the fulfiller (capture) or back to the requester (release). */
  settle(student: number): void {
    this.held--;
    this.available[student]!++;
  }

  total(): number {
    return this.available.reduce((sum, credits) => sum + credits, this.held);
  }
}
