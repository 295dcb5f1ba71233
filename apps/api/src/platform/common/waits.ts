/** Waits of this process, in ms, which tests shorten (test/support/process/api-process.ts). */
export const waits = {
  /** A worker of a queue without jobs looks again after this long. */
  idleQueue: 1000,
  /** Between two tries of a log-in over its limit. */
  loginRetry: 300,
  /** Until a push service counts as silent. With the read and the write around it, less than `expireInSeconds` of the queue. */
  pushResponse: 5000,
  /** Between two computations of how far requests reached, however often metrics are read. */
  reachComputed: 60_000,
};
