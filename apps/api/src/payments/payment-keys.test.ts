import { readSettings } from '../platform/config/settings.js';

describe('keys', () => {
  const all = {
    STRIPE_SECRET_KEY: 'sk_test_51ab',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_51cd',
    STRIPE_WEBHOOK_SECRET: 'whsec_ef',
  };
  const judged = (given: Partial<Record<keyof typeof all, string>>): string => {
    try {
      readSettings({ DATABASE_URL: 'postgres://db', JWT_SECRET: 'x'.repeat(32), ...given });
      return 'accepted';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('are all there, or none, and of several webhook secrets any number', () => {
    const rolled = { ...all, STRIPE_WEBHOOK_SECRET: 'whsec_ef, whsec_gh' };
    for (const given of [{}, all, rolled, { ...all, STRIPE_SECRET_KEY: 'rk_test_51ab' }])
      expect(judged(given)).toBe('accepted');
  });

  it.each(Object.keys(all) as (keyof typeof all)[])('half set: %s is named when it is the missing one', (missing) => {
    expect(judged({ ...all, [missing]: '' })).toBe(`${missing} is not set although other Stripe keys are`);
  });

  it.each([
    ['a publishable key in place of the secret one', { STRIPE_SECRET_KEY: 'pk_test_51cd' }, /^STRIPE_SECRET_KEY must/],
    ['a secret key for the page', { STRIPE_PUBLISHABLE_KEY: 'sk_test_51ab' }, /^STRIPE_PUBLISHABLE_KEY must/],
    ['something else for the webhook', { STRIPE_WEBHOOK_SECRET: 'we_1234' }, /^STRIPE_WEBHOOK_SECRET must/],
    ['a live and a test key', { STRIPE_SECRET_KEY: 'sk_live_51ab' }, /must both be test keys or both be live keys$/],
  ])('wrong: %s is named, and not repeated', (_, wrong, sentence) => {
    expect(judged({ ...all, ...wrong })).toMatch(sentence);
    expect(judged({ ...all, ...wrong })).not.toMatch(/51ab|51cd|1234/);
  });
});
