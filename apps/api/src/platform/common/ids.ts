import { v5, v7, validate } from 'uuid';

/** A new UUIDv7: ids of one table sort by creation. */
export const newId = (): string => v7();

/** Sorts before every id made since then, and after all older ones. */
export const firstIdSince = (time: Date): string => v7({ msecs: time.getTime(), seq: 0, random: new Uint8Array(16) });

/** The same id for the same name and parent, so that nobody has to store it. */
export const idWithin = (parentId: string, name: string): string => v5(name, parentId);

export const isId = (value: string): boolean => validate(value);
