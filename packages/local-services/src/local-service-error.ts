/** A failure with a message made for the person at the terminal: one sentence, no stack needed. */
export class LocalServiceError extends Error {
  override name = 'LocalServiceError';
}
