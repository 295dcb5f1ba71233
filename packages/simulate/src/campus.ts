import {
  ALERTS_PER_DAY,
  ALERTS_PER_WAVE,
  CREDITS_PER_REQUEST,
  DEADLINE_MAX_DAYS,
  DEADLINE_MIN_LEAD_MINUTES,
  firstWaveAt,
  PAGE_SIZE,
  pauseAfterWave,
} from '@spareswipe/contract';
import TinyQueue from 'tinyqueue';
import { awake, type Parameters } from './parameters.js';
import { Random } from './random.js';
import { Rotation } from './rotation.js';

export type Policy = 'nobody' | 'everybody' | 'waves';

/** How large waves are, and how long the pause after one. The contract has those that the server uses. */
const serverRules = { waveSize: (_wave: number) => ALERTS_PER_WAVE, pauseAfterWave };
export type WaveRules = typeof serverRules;

export interface Outcome {
  posted: number;
  completed: number;
  /** Minutes from posting to the first accept, of the requests that were accepted. */
  matchMinutes: number[];
  alerts: number;
  /** Helpers who switched alerts on. */
  reachable: number;
  /** Credits that have moved from one student to another. */
  earned: number;
  /** Share of the students who have no credit at the end. */
  broke: number;
  /** Of all students, at the end and at the start: equal, or the model is wrong. */
  credits: { start: number; end: number };
}

interface Request {
  requester: number;
  postedAt: number;
  deadline: number;
  isActive: boolean;
  isOver: boolean;
  wave: number;
  alerted: Set<number>;
  wasMatched: boolean;
}

interface Event {
  at: number;
  happen: () => void;
}

const DAY = 24 * 60;
const MAX_LEAD = DEADLINE_MAX_DAYS * DAY;
const MINUTE_MS = 60_000;

/**
 * A week on one campus, event by event, with its own clock (minutes). The times and sizes of the waves are those of the
 * contract, which the server uses too.
 */
export class Campus {
  private readonly rules: WaveRules;
  private readonly random: Random;
  private readonly events = new TinyQueue<Event>([], (a, b) => a.at - b.at);
  /** The credits that each student can spend. Those of open requests are `held`. */
  private readonly available: Int32Array;
  private held = 0;
  private readonly helpers: Int32Array;
  private readonly reachable: Int32Array;
  private readonly patient: Int32Array;
  private readonly rotation: Rotation;
  /** The open requests, the soonest deadline first, as Browse lists them. */
  private readonly open: Request[] = [];
  private readonly alertsToday: Uint8Array;
  private readonly recent: Float64Array;
  private readonly recentAt: Float64Array;
  private readonly mutedUntil: Float64Array;
  private readonly tolerance: Float64Array;
  /** If everybody is alerted to every request, all are equally tired, so one number for all keeps a large campus fast to simulate. */
  private readonly everybody = { recent: 0, at: 0, peaks: [] as { at: number; recent: number }[] };
  private now = 0;
  private readonly outcome = { posted: 0, completed: 0, matchMinutes: [] as number[], alerts: 0, earned: 0 };

  constructor(
    private readonly students: number,
    private readonly policy: Policy,
    private readonly parameters: Parameters,
    seed: number,
    rules: Partial<WaveRules> = {},
  ) {
    this.rules = { ...serverRules, ...rules };
    this.random = new Random(seed);
    this.available = new Int32Array(students).fill(parameters.startCredits);
    this.helpers = this.some(
      Int32Array.from({ length: students }, (_, student) => student),
      parameters.helperShare,
    );
    this.reachable = this.some(this.helpers, parameters.alertsOnShare);
    this.tolerance = new Float64Array(students).map(() =>
      this.random.logNormal(parameters.toleranceMedian, parameters.toleranceSpread),
    );
    // the most patient first, so that students who still react come first
    this.patient = this.reachable.slice().sort((a, b) => this.tolerance[b]! - this.tolerance[a]!);
    this.rotation = new Rotation(this.shuffled(this.reachable));
    this.alertsToday = new Uint8Array(students);
    this.recent = new Float64Array(students);
    this.recentAt = new Float64Array(students);
    this.mutedUntil = new Float64Array(students);
  }

  run(): Outcome {
    const start = this.credits();
    for (let day = 0; day < this.parameters.days; day++) this.plan(day);
    for (let event = this.events.pop(); event; event = this.events.pop()) {
      const isNewDay = Math.floor(event.at / DAY) > Math.floor(this.now / DAY);
      if (isNewDay) this.alertsToday.fill(0);
      this.now = event.at;
      event.happen();
    }
    const broke = this.available.filter((credits) => credits === 0).length / this.students;
    return { ...this.outcome, reachable: this.reachable.length, broke, credits: { start, end: this.credits() } };
  }

  /** All posts and looks of a day. */
  private plan(day: number): void {
    const { postsPerStudentDay, looksPerDay } = this.parameters;
    for (let left = this.random.poisson(this.students * postsPerStudentDay); left > 0; left--) {
      const at = this.mealtime(day);
      const requester = this.random.index(this.students);
      this.at(at, () => this.post(requester));
    }
    for (let left = this.random.poisson(this.helpers.length * looksPerDay); left > 0; left--) {
      const at = this.daytime(day);
      const helper = this.helpers[this.random.index(this.helpers.length)]!;
      this.at(at, () => this.look(helper));
    }
  }

  private at(at: number, happen: () => void): void {
    this.events.push({ at, happen });
  }

  private post(requester: number): void {
    const { leadMinutesMedian, leadSpread } = this.parameters;
    if (!this.available[requester]) return;
    this.available[requester]--;
    this.held++;
    const wanted = this.random.logNormal(leadMinutesMedian, leadSpread);
    const lead = Math.min(Math.max(wanted, DEADLINE_MIN_LEAD_MINUTES), MAX_LEAD);
    const deadline = this.now + lead;
    const request: Request = {
      requester,
      postedAt: this.now,
      deadline,
      isActive: true,
      isOver: false,
      wave: 0,
      alerted: new Set(),
      wasMatched: false,
    };
    this.outcome.posted++;
    this.list(request);
    this.at(deadline, () => this.end(request));
    if (this.policy === 'nobody') return;
    const first = firstWaveAt({
      createdAt: dateAt(this.now),
      deadline: dateAt(deadline),
      urgency: 'medium',
    });
    this.at(first.getTime() / MINUTE_MS, () => this.alert(request));
  }

  private look(helper: number): void {
    if (!this.random.chance(this.parameters.acceptOnLook * Math.min(1, this.open.length))) return;
    const found = this.open.slice(0, PAGE_SIZE).filter(({ requester }) => requester !== helper);
    const request = found[this.random.index(found.length)];
    if (request) this.accept(request, helper);
  }

  private alert(request: Request): void {
    if (!request.isActive) return;
    const minute = this.now % DAY;
    if (minute < awake.from || minute >= awake.until) {
      const morning = this.now - minute + awake.from + (minute >= awake.until ? DAY : 0);
      if (morning < request.deadline) this.at(morning, () => this.alert(request));
      return;
    }
    if (this.policy === 'everybody') return this.alertEverybody(request);
    const chosen = this.rotation.take(this.rules.waveSize(++request.wave), (helper) =>
      this.mayBeAlerted(request, helper),
    );
    for (const helper of chosen) this.alertOne(request, helper);
    if (!chosen.length) return;
    const pause = this.rules.pauseAfterWave({ now: dateAt(this.now), deadline: dateAt(request.deadline) }) / MINUTE_MS;
    if (this.now + pause < request.deadline) this.at(this.now + pause, () => this.alert(request));
  }

  private mayBeAlerted(request: Request, helper: number): boolean {
    if (helper === request.requester || request.alerted.has(helper)) return false;
    return this.alertsToday[helper]! < ALERTS_PER_DAY;
  }

  private alertOne(request: Request, helper: number): void {
    request.alerted.add(helper);
    this.outcome.alerts++;
    this.alertsToday[helper]!++;
    const recent = 1 + this.recent[helper]! * this.remembered(this.recentAt[helper]!);
    this.recent[helper] = recent;
    this.recentAt[helper] = this.now;
    if (recent > this.tolerance[helper]!) this.mutedUntil[helper] = this.now + this.parameters.muteHours * 60;
    if (this.now < this.mutedUntil[helper]!) return;
    if (this.random.chance(this.parameters.reactToAlert)) this.react(request, helper);
  }

  /** Without a daily limit, as in a product without waves. */
  private alertEverybody(request: Request): void {
    const { everybody, patient } = this;
    everybody.recent = 1 + everybody.recent * this.remembered(everybody.at);
    everybody.at = this.now;
    this.outcome.alerts += patient.length;
    const worst = this.worstOfLate(everybody.recent);
    this.random.successes(this.howManyBear(worst), this.parameters.reactToAlert, (index) => {
      if (patient[index] !== request.requester) this.react(request, patient[index]!);
    });
  }

  /** The largest number of recent alerts within the time for which it mutes a helper. */
  private worstOfLate(recent: number): number {
    const { peaks } = this.everybody;
    while (peaks.length && peaks.at(-1)!.recent <= recent) peaks.pop();
    peaks.push({ at: this.now, recent });
    while (peaks[0]!.at < this.now - this.parameters.muteHours * 60) peaks.shift();
    return peaks[0]!.recent;
  }

  private howManyBear(recent: number): number {
    let [low, high] = [0, this.patient.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tolerance[this.patient[middle]!]! >= recent) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private react(request: Request, helper: number): void {
    const { reactionMinutesMedian, reactionSpread } = this.parameters;
    const at = this.now + this.random.logNormal(reactionMinutesMedian, reactionSpread);
    if (at < request.deadline) this.at(at, () => this.accept(request, helper));
  }

  private accept(request: Request, helper: number): void {
    if (!request.isActive) return;
    this.unlist(request);
    if (!request.wasMatched) this.outcome.matchMinutes.push(this.now - request.postedAt);
    request.wasMatched = true;
    if (this.random.chance(this.parameters.release)) {
      const at = this.now + this.random.uniform() * (request.deadline - this.now);
      this.at(at, () => this.reopen(request));
      return;
    }
    request.isOver = true;
    this.at(request.deadline, () => this.end(request, helper));
  }

  /** After a release the request is open again, and its waves go on. */
  private reopen(request: Request): void {
    this.list(request);
    if (this.policy === 'waves') this.at(this.now, () => this.alert(request));
  }

  /** At the deadline: an open request is refunded, an accepted one eaten, unless somebody did not show up. */
  private end(request: Request, helper?: number): void {
    if (helper === undefined) {
      if (request.isOver) return; // the event of its fulfiller settles it
      if (request.isActive) this.unlist(request);
      request.isOver = true;
      return this.settle(request.requester);
    }
    if (this.random.chance(this.parameters.noShow)) return this.settle(request.requester);
    this.outcome.completed++;
    this.outcome.earned += CREDITS_PER_REQUEST;
    this.settle(helper);
  }

  /** A hold ends once: its credit goes to the fulfiller (capture) or back to the requester (release). */
  private settle(student: number): void {
    this.held--;
    this.available[student]!++;
  }

  private credits(): number {
    return this.available.reduce((sum, credits) => sum + credits, this.held);
  }

  private list(request: Request): void {
    if (request.isOver) return;
    request.isActive = true;
    const next = this.open.findIndex(({ deadline }) => deadline >= request.deadline);
    this.open.splice(next < 0 ? this.open.length : next, 0, request);
  }

  private unlist(request: Request): void {
    request.isActive = false;
    this.open.splice(this.open.indexOf(request), 1);
  }

  /** The share of recent alerts that is not forgotten yet. */
  private remembered(since: number): number {
    return 2 ** ((since - this.now) / 60 / this.parameters.memoryHours);
  }

  private mealtime(day: number): number {
    const { lunchShare, lunchMinute, lunchSpread, dinnerShare, dinnerMinute, dinnerSpread } = this.parameters;
    const share = this.random.uniform();
    if (share >= lunchShare + dinnerShare) return this.daytime(day);
    const [peak, spread] = share < lunchShare ? [lunchMinute, lunchSpread] : [dinnerMinute, dinnerSpread];
    const minute = peak + spread * this.random.normal();
    return day * DAY + Math.min(Math.max(minute, awake.from), awake.until);
  }

  private daytime(day: number): number {
    return day * DAY + awake.from + this.random.uniform() * (awake.until - awake.from);
  }

  private some(students: Int32Array, share: number): Int32Array {
    return this.shuffled(students).slice(0, Math.round(students.length * share));
  }

  private shuffled(students: Int32Array): Int32Array {
    const copy = students.slice();
    for (let last = copy.length - 1; last > 0; last--) {
      const other = this.random.index(last + 1);
      [copy[last], copy[other]] = [copy[other]!, copy[last]!];
    }
    return copy;
  }
}

const dateAt = (minutes: number) => new Date(minutes * MINUTE_MS);
