import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { lintSource } from '@secretlint/core';
import { creator as recommended } from '@secretlint/secretlint-rule-preset-recommend';

/** `pnpm secrets:check`: fails if a file of the repository holds a credential. Reads the files that git knows; needs no network. */

/** The password of URLs in tests. */
const PLACEHOLDER = '/secret-word@127\\.0\\.0\\.1/';
const config = {
  rules: [
    {
      id: recommended.meta.id,
      rule: recommended,
      rules: [{ id: '@secretlint/secretlint-rule-database-connection-string', options: { allows: [PLACEHOLDER] } }],
    },
  ],
};
/** Real keys of Stripe and its webhooks, which the preset does not know. */
const STRIPE_KEY = /\b(?:[sr]k_live|whsec)_[A-Za-z0-9]{24,}/;

const problems = [];
for (const name of filesOfRepository()) {
  const bytes = read(name);
  if (!bytes || bytes.includes(0)) continue; // deleted, or binary
  const content = bytes.toString();
  const ext = /\.\w+$/.exec(name)?.[0] ?? '';
  const { messages } = await lintSource({
    source: { filePath: name, content, ext, contentType: 'text' },
    options: { config, maskSecrets: true },
  });
  for (const { loc, message } of messages) problems.push(`${name}:${loc.start.line} ${message}`);
  content.split('\n').forEach((line, index) => {
    if (STRIPE_KEY.test(line)) problems.push(`${name}:${index + 1} found a Stripe key`);
  });
}
if (problems.length) {
  console.error(`Remove these, and revoke them where they were issued:\n${problems.join('\n')}`);
  process.exitCode = 1;
} else {
  console.log('No file of the repository holds a credential.');
}

function filesOfRepository() {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', list, { encoding: 'utf8' }).split('\0').filter(Boolean);
}

function read(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
