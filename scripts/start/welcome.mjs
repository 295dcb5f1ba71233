/**
 * The block printed when everything runs: the addresses, how to log in (`demo` is the seed's output), and which features
 * are switched off.
 */
export function welcome(settings, { APP_ORIGIN }, demo) {
  const lines = [`SpareSwipe is ready: ${APP_ORIGIN}`];
  if (settings.ownInbox) lines.push(`Every mail it sends: http://localhost:${settings.inboxPort}`);
  if (!settings.databaseUrl) lines.push(...demo.trim().split('\n'), `Your data is kept in ${settings.dataDir}`);
  if (settings.paymentsOff) lines.push('Switched off: buying meals by card (set the STRIPE_ settings to switch it on)');
  if (settings.signOn) lines.push('Log in with "Continue with Demo University", where you choose who you are');
  if (settings.fakeStripe)
    lines.push(
      'No real money: card 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 wants 3-D Secure',
    );
  lines.push('Press Ctrl-C to stop.');
  const width = Math.max(...lines.map((line) => line.length));
  const rule = '─'.repeat(width + 2);
  return ['', `┌${rule}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${rule}┘`, ''].join('\n');
}
