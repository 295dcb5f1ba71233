import type { Settings } from '../config/settings.js';

/** What Stripe asks a page's policy to allow for Stripe.js (docs.stripe.com/security/guide). */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  api: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/**
 * The headers of every response. A page of this origin may load its own files, and Stripe's where a card is entered
 * (Stripe requires its script from its own host). Nothing inline: neither script nor style.
 */
export function securityHeaders({ NODE_ENV, STRIPE_JS_URL }: Pick<Settings, 'NODE_ENV' | 'STRIPE_JS_URL'>) {
  // The fake Stripe of a local start: its script also calls the host that it came from.
  const standIn = STRIPE_JS_URL ? [new URL(STRIPE_JS_URL).origin] : [];
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...STRIPE.scripts, ...standIn],
    'style-src': ["'self'"],
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...STRIPE.api, ...standIn],
    'frame-src': STRIPE.frames,
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  const headers: Record<string, string> = {
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => [directive, ...sources].join(' '))
      .join('; '),
    // also keeps the mailed tokens of /verify-email and /reset-password out of every Referer header
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `camera=(), geolocation=(), microphone=(), usb=(), payment=(self "${STRIPE.scripts[0]}")`,
  };
  if (NODE_ENV === 'production') headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains';
  return headers;
}
