/** What goes wrong with the next calls whose `METHOD /path` begins with `on`. */
export interface Fault {
  on: string;
  /** `error` answers 500, `stored-error` does so for this Idempotency-Key for ever, `reset` hangs up, `delay` answers late. */
  kind: 'error' | 'stored-error' | 'reset' | 'delay';
  /** `before`: the call is not run. `after` (error and reset only): it is run, and its effect stays. */
  when?: 'before' | 'after';
  /** For `delay`. */
  milliseconds?: number;
  /** For `delay`: what happens while the caller waits; the answer comes after it. */
  meanwhile?: () => Promise<unknown>;
  /** How many calls are hit; 1 by default. */
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

  /** The fault that hits this call, used up by it. */
  take(call: string): Required<Fault> | undefined {
    const fault = this.pending.find(({ on }) => call.startsWith(on));
    if (fault && --fault.times === 0) this.pending = this.pending.filter((other) => other !== fault);
    return fault;
  }
}
