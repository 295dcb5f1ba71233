/** The response of a card's bank: it pays, asks whether this is the student, or declines in these words. */
export type Answer = 'pays' | 'authenticates' | { declined: string };

const ANSWERS: Record<string, Answer> = {
  '4242424242424242': 'pays',
  '4000002500003155': 'authenticates',
  '4000000000000002': { declined: 'Your card was declined.' },
  '4000000000009995': { declined: 'Your card has insufficient funds.' },
};

/** How the bank of one of Stripe's test cards responds. Any other number is declined, as Stripe's test mode does with real cards. */
export const answerOf = (typed: string): Answer =>
  ANSWERS[typed.replaceAll(/\D/g, '')] ?? {
    declined: 'Your card was declined. Your request was in test mode, but used a non test card.',
  };
