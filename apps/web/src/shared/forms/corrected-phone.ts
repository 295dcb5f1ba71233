// area code and exchange begin with 2 to 9
const US_NUMBER = /^1?([2-9]\d{2})([2-9]\d{2})(\d{4})$/;

/**
 * A US number that breaks the contract's rule, such as "(617) 555-0100", in a form that keeps it. Undefined for a number that may
 * be anything else.
 */
export function correctedPhone(text: string): string | undefined {
  const typed = text.trim();
  if (!/^\+?[\d\s.()/\p{Pd}]+$/u.test(typed)) return undefined;
  const digits = typed.replace(/\D/g, '');
  // a plus begins a country code, and only the US one is certain
  if (typed.startsWith('+') && !digits.startsWith('1')) return undefined;
  const [, area, exchange, line] = US_NUMBER.exec(digits) ?? [];
  return area && `+1 ${area}-${exchange}-${line}`;
}
