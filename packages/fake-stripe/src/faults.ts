/** A fault of the next calls whose `METHOD /path` begins with `on`. */
export interface Fault {
  on: string;
  /** `error` responds 500, `stored-error` also for every retry with the same Idempotency-Key, `reset` hangs up, `delay` responds late. */
  kind: 'error' | 'stored-error' | 'reset' | 'delay';
  /** `before`: the call does not run. `after` (error and reset only): it runs, and its effect stays. */
  when?: 'before' | 'after';
  /** For `delay`. */
  milliseconds?: number;
  /** For `delay`: runs while the caller waits, before the response. */
  meanwhile?: () => Promise<unknown>;
  /** How many calls fail; 1 by default. */
  times?: number;
}

export class Faults {
  private pending: Required<Fault>[] = [];

  add(fault: Fault): void {
    const defaults = { when: 'before', milliseconds: 0, meanwhile: () => Promise.resolve(), times: 1 } as const;
    this.pending.push({ ...defaults, ...fault });
  }

  clear(): void {
    this.pending = [];
  }

  /** Returns the fault for this call, if any, and counts it as used. */
  take(call: string): Required<Fault> | undefined {
    const fault = this.pending.find(({ on }) => call.startsWith(on));
    if (fault && --fault.times === 0) this.pending = this.pending.filter((other) => other !== fault);
    return fault;
  }
}
