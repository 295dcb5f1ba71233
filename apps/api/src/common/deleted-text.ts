/** Stands where a text was that has been kept long enough, since the row stays. */
export const DELETED_TEXT = 'This text was deleted because its time was over.';
