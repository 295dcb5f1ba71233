const AT_MOST = 500;

/** Students in the order of their last alert, the longest ago first. */
export class Rotation {
  private readonly ring: Int32Array;
  private head = 0;

  constructor(students: Int32Array) {
    this.ring = students.slice();
  }

  /**
   * Takes up to `count` students for whom `may` holds, and puts them at the end. Those who are passed over keep their
   * places. Gives up after `AT_MOST` in a row: alerts rotate evenly, so students behind them are unlikely to be free.
   */
  take(count: number, may: (student: number) => boolean): number[] {
    const { ring } = this;
    const [taken, passed]: [number[], number[]] = [[], []];
    let seen = 0;
    for (; seen < ring.length && taken.length < count && passed.length < AT_MOST; seen++) {
      const student = ring[(this.head + seen) % ring.length]!;
      (may(student) ? taken : passed).push(student);
    }
    if (!taken.length) return taken;
    // of the places that were looked at, the first become the end of the ring and hold those who were taken
    taken.forEach((student, index) => (ring[(this.head + index) % ring.length] = student));
    this.head = (this.head + taken.length) % ring.length;
    passed.forEach((student, index) => (ring[(this.head + index) % ring.length] = student));
    return taken;
  }
}
