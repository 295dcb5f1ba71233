export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

/** The response of a card's bank. */
export type Answer = 'pays' | 'authenticates' | Decline;

export interface Card {
  brand: string;
  last4: string;
  answer: Answer;
}

const declined: Decline = { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' };

const ANSWERS: Record<string, Answer> = {
  '4242424242424242': 'pays',
  '5555555555554444': 'pays',
  '378282246310005': 'pays',
  '4000002500003155': 'authenticates',
  '4000002760003184': 'authenticates',
  '4000000000000002': declined,
  '4000000000009995': { ...declined, declineCode: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  '4000000000000069': { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
  '4000000000000127': {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  '4000000000000119': {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
};

/** Finds one of Stripe's test cards. Any other number is declined, as Stripe's test mode does with real cards. */
export function cardOf(typed: string): Card {
  const number = typed.replaceAll(/\D/g, '');
  const answer = ANSWERS[number] ?? {
    ...declined,
    declineCode: 'test_mode_live_card',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
  };
  const brand = number.startsWith('4') ? 'visa' : number.startsWith('3') ? 'amex' : 'mastercard';
  return { brand, last4: number.slice(-4), answer };
}
