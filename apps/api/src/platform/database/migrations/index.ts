import { Baseline0000000000001 } from './0001-baseline.js';

/** Changes of tables, in order. TypeORM orders them by the number in the name of the class. Functions: ../functions.ts. */
export const migrations = [Baseline0000000000001];
