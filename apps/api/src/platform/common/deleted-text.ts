/** Replaces a text whose retention time is over, since the row stays. */
export const DELETED_TEXT = 'This text was deleted because its time was over.';
