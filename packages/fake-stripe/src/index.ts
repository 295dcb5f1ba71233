export { signature } from './deliveries.js';
export { startFakeStripe, type FakeStripe } from './start.js';
