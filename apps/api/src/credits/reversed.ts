/**
 * SQL: whether the credit captured for a request was taken back after the requester's "No" (docs/decisions/0009-no-shows.md).
 * `requestId` is the column with the request's id.
 */
export const isReversed = (requestId: string) => `EXISTS (
  SELECT FROM ledger.transfers hold
    JOIN ledger.transfers capture ON capture.hold_id = hold.id
    JOIN ledger.transfers reversal ON reversal.reverses_id = capture.id
   WHERE hold.kind = 'hold' AND hold.request_id = ${requestId})`;
