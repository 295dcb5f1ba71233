import { startFakeStripe } from './start.js';

const { PORT = '12111', WEBHOOK_URL } = process.env;
const stripe = await startFakeStripe({ port: Number(PORT), webhookUrl: WEBHOOK_URL });

console.log(`STRIPE_API_BASE=${stripe.url}
STRIPE_JS_URL=${stripe.scriptUrl}
STRIPE_SECRET_KEY=${stripe.secretKey}
STRIPE_PUBLISHABLE_KEY=${stripe.publishableKey}
STRIPE_WEBHOOK_SECRET=${stripe.webhookSecret}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stripe.stop());
