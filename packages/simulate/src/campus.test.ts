import { ALERTS_PER_DAY } from '@spareswipe/contract';
import { Campus, type Policy } from './campus.js';
import { defaults, type Parameters } from './parameters.js';

const run = (policy: Policy, seed = 1, parameters: Partial<Parameters> = {}, students = 500) =>
  new Campus(students, policy, { ...defaults, ...parameters }, seed).run();
const fill = ({ completed, posted }: ReturnType<typeof run>) => completed / posted;

describe('a simulated campus', () => {
  it('simulates the same week with the same seed, and another week with another seed', () => {
    expect(run('waves', 7)).toEqual(run('waves', 7));
    expect(run('waves', 7)).not.toEqual(run('waves', 8));
  });

  it.each<Policy>(['nobody', 'everybody', 'waves'])('loses and makes no credit when %s is alerted', (policy) => {
    const { credits, posted } = run(policy, 3, { noShow: 0.2, release: 0.3 });
    expect(posted).toBeGreaterThan(50);
    expect(credits).toEqual({ start: 1000, end: 1000 });
  });

  it('fulfils nothing if nobody looks and nobody is alerted', () => {
    expect(run('nobody', 1, { looksPerDay: 0 })).toMatchObject({ completed: 0, earned: 0, alerts: 0 });
  });

  it('alerts a student at most three times a day', () => {
    const { alerts, reachable } = run('waves', 1, {
      reactToAlert: 0,
      postsPerStudentDay: 1,
      startCredits: 10,
      days: 1,
    });
    expect(alerts).toBe(reachable * ALERTS_PER_DAY);
  });

  it('tires helpers who are alerted to every request, and not those who are alerted in waves', () => {
    const patient = { toleranceMedian: 1e6 };
    const lost = (policy: Policy) => fill(run(policy, 1, patient, 2000)) - fill(run(policy, 1, {}, 2000));
    expect(lost('everybody')).toBeGreaterThan(0.2);
    expect(lost('waves')).toBeLessThan(0.1);
  });

  it('opens a released request again', () => {
    const released = run('waves', 1, { release: 1, noShow: 0 });
    expect(released.matchMinutes.length).toBeGreaterThan(0);
    expect(released.completed).toBe(0);
    expect(run('waves', 1, { release: 0.5, noShow: 0 }).completed).toBeGreaterThan(0);
  });
});
