import { useRef } from 'react';

/** A random UUID (v4). `crypto.randomUUID` exists only on https and localhost; this also works on a campus test server. */
export function randomUuid(): string {
  const withMarks = (byte: number, index: number) => {
    if (index === 6) return (byte & 0x0f) | 0x40; // version 4
    if (index === 8) return (byte & 0x3f) | 0x80; // its variant
    return byte;
  };
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), withMarks);
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * One key per intent: asking again for the same body gives the same key, so a retry after a lost answer has one effect.
 * `settled(body)` after a success, so that the same wish a second time is a new intent.
 */
export function useIdempotencyKeys() {
  const keys = useRef(new Map<string, string>());
  return {
    headersFor(body: unknown) {
      const wish = JSON.stringify(body);
      const key = keys.current.get(wish) ?? randomUuid();
      keys.current.set(wish, key);
      return { 'idempotency-key': key };
    },
    /** Whether it was asked for and nothing says yet that it came true or never will: an answer may have got lost. */
    isOpen(body: unknown) {
      return keys.current.has(JSON.stringify(body));
    },
    settled(body: unknown) {
      keys.current.delete(JSON.stringify(body));
    },
  };
}
