export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

/** The response of a card's bank. */
export type Answer = 'pays' | 'authenticates' | Decline;

const declined: Decline = { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' };

const ANSWERS: Record<string, Answer> = {
  '4242424242424242': 'pays',
  '4000002500003155': 'authenticates',
  '4000000000000002': declined,
  '4000000000009995': { ...declined, declineCode: 'insufficient_funds', message: 'Your card has insufficient funds.' },
};

/** How the bank of one of Stripe's test cards responds. Any other number is declined, as Stripe's test mode does with real cards. */
export const answerOf = (typed: string): Answer =>
  ANSWERS[typed.replaceAll(/\D/g, '')] ?? {
    ...declined,
    declineCode: 'test_mode_live_card',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
  };
