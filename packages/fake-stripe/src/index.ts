export { signature } from './deliveries.js';
export { startFakeStripe, type FakeStripe, type FakeStripeOptions } from './start.js';
