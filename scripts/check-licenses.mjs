import { execFileSync } from 'node:child_process';

/** `pnpm licenses:check`: fails if an installed package has a licence that we may not ship with. */

const ALLOWED = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['Unlicense', 'CC0-1.0', 'CC-BY-4.0', 'Python-2.0', 'OFL-1.1', 'PostgreSQL', 'Zlib'],
  // Requires changes to its own files to stay open source; we make none.
  'MPL-2.0',
]);

/** Packages whose package.json names no licence, and where they name it. */
const STATED_ELSEWHERE = { pause: 'MIT, at the end of its README' };

const isAllowed = (expression) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => ALLOWED.has(licence.trim())));

const listing = execFileSync('pnpm', ['-r', 'licenses', 'list', '--json'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
const byLicence = Object.entries(JSON.parse(listing.slice(listing.indexOf('{'))));
const problems = byLicence.flatMap(([licence, packages]) =>
  isAllowed(licence)
    ? []
    : packages.filter(({ name }) => !STATED_ELSEWHERE[name]).map(({ name }) => `${name}: ${licence}`),
);
if (problems.length) {
  console.error(`Licences to look at before shipping:\n${problems.join('\n')}`);
  process.exitCode = 1;
} else {
  const count = byLicence.reduce((sum, [, packages]) => sum + packages.length, 0);
  console.log(`The licences of ${count} packages are fine.`);
}
