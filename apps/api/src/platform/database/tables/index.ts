/** The tables that code reads or writes by key, with their columns. The others, and all keys, checks and indexes, are in ../migrations. */
export * from './alert.entity.js';
export * from './announcement.entity.js';
export * from './campus.entity.js';
export * from './email-token.entity.js';
export * from './idempotency-key.entity.js';
export * from './identity.entity.js';
export * from './match.entity.js';
export * from './meal-request.entity.js';
export * from './notice.entity.js';
export * from './operator.entity.js';
export * from './order.entity.js';
export * from './push-subscription.entity.js';
export * from './report.entity.js';
export * from './session.entity.js';
export * from './sign-on-attempt.entity.js';
export * from './strike.entity.js';
export * from './student.entity.js';
