import { v7, validate } from 'uuid';

/** A new UUIDv7: ids of one table sort by creation. */
export const newId = (): string => v7();

export const isId = (value: string): boolean => validate(value);
