/**
 * Every advisory lock that we use, so that no two share a number. They exclude each other over all processes on one
 * database: instances of the API, commands and test workers.
 */
export const advisoryLocks = {
  /** Instances that start together migrate one after the other. */
  migrate: 7_261_001,
  /** The first test worker creates the template database; the others wait for it. */
  testTemplate: 7_261_002,
  /** One comparison with Stripe at a time, over all instances. */
  reconcile: 7_261_003,
  /** Of two simultaneous starts, only one fills the empty database. */
  seed: 7_261_004,
  /** One instance computes reputations at a time. */
  reputations: 7_261_005,
} as const;
