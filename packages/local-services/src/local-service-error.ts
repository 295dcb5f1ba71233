/** A failure whose one-sentence message is for the user at the terminal, without a stack trace. */
export class LocalServiceError extends Error {
  override name = 'LocalServiceError';
}
