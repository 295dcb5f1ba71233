import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { parse } from 'yaml';

/** .github/workflows/release.yml, with its steps run in a shell, and stand-ins for the programs that reach a registry. */
const read = (name) => readFileSync(new URL(`../.github/workflows/${name}.yml`, import.meta.url), 'utf8');
const { jobs } = parse(read('release'));
let cwd;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'spareswipe-release-'));
  mkdirSync(join(cwd, 'bin'));
  writeFileSync(
    join(cwd, 'CHANGELOG.md'),
    '# Changes\n\n## Unreleased\n\n## 1.0.0 (2026-09-01)\n\n- Swipes.\n\n## 1.0.0-rc1\n\n- Tried.\n\n## 0.9.0\n\n',
  );
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** A program that writes its arguments to the file `calls`, a line each. */
const program = (name, body = '') =>
  writeFileSync(join(cwd, 'bin', name), `#!/bin/sh\nprintf '%s\\n' "$@" >> calls\n${body}\n`, { mode: 0o755 });
const calls = () => readFileSync(join(cwd, 'calls'), 'utf8').trim().split('\n');

/** Runs one step as GitHub does. Returns what it hands to later jobs, or undefined if it fails. */
function run(job, isStep, env) {
  const { run: script } = jobs[job].steps.find(isStep);
  const output = join(cwd, 'output');
  writeFileSync(output, '');
  const all = { ...process.env, PATH: `${cwd}/bin:${process.env.PATH}`, GITHUB_OUTPUT: output, ...env };
  const { status } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd, env: all });
  return status === 0 ? readFileSync(output, 'utf8') : undefined;
}
const withId =
  (wanted) =>
  ({ id }) =>
    id === wanted;
const notesOf = (tag) => run('changes', withId('changes'), { GITHUB_REF_NAME: tag });

it.each([
  ['v1.0.0', '- Swipes.'],
  ['v1.0.0-rc1', '- Tried.'],
])('the release %s has its own part of CHANGELOG.md', (tag, change) => {
  expect(notesOf(tag)).toMatch(new RegExp(`^notes<<(\\S+)\n\n${change}\n\n\\1\n$`));
});

it.each(['v0.9.0', 'v1.0', 'v1.0.1'])(
  'the release %s, which says nothing of its changes, publishes no image',
  (tag) => {
    expect(notesOf(tag)).toBeUndefined();
    expect(jobs.ci.needs).toBe('changes');
    expect(jobs.images.needs).toContain('ci');
  },
);

it.each([
  ['passes', '1'],
  ['publishes no image', '0'],
])('a release %s if its commit has %s green nights', (outcome, nights) => {
  program('gh', '[ "$6" = abc ] && [ "$8" = success ] && echo "$NIGHTS"');
  const passes = run('night', withId('night'), { GITHUB_SHA: 'abc', NIGHTS: nights }) !== undefined;
  expect(passes).toBe(outcome === 'passes');
  expect(jobs.images.needs).toContain('night');
});

it.each([
  ['passes', 'wait_timer required_reviewers'],
  ['publishes no image', 'wait_timer'],
  ['publishes no image', ''],
])('a release %s if its environment has the rules "%s"', (outcome, rules) => {
  program('gh', 'echo "$RULES"');
  const passes = run('night', withId('approval'), { GH_REPO: 'a/b', RULES: rules }) !== undefined;
  expect(passes).toBe(outcome === 'passes');
});

it('an image is pushed without a tag, and only the digest that was pushed gets the version', () => {
  const digest = `sha256:${'4'.repeat(64)}`;
  program('docker', `echo '{"containerimage.digest":"${digest}"}' > built.json`);
  const env = { IMAGE: 'api', GITHUB_REPOSITORY: 'State/SpareSwipe' };
  const built = run('images', withId('build'), env);
  expect(built).toBe(`api=ghcr.io/state/spareswipe-api@${digest}\n`);
  expect(calls()).not.toContain('--tag');
  rmSync(join(cwd, 'calls'));
  const versioned = ({ run: script }) => script?.includes('GITHUB_REF_NAME');
  run('tag', versioned, { IMAGE: built.trim().slice('api='.length), GITHUB_REF_NAME: 'v1.0.0' });
  expect(calls().slice(-3)).toEqual([
    '--tag',
    'ghcr.io/state/spareswipe-api:1.0.0',
    `ghcr.io/state/spareswipe-api@${digest}`,
  ]);
});

it('a release names its images by digest', () => {
  program('gh', 'cat > notes');
  const env = {
    GITHUB_REF_NAME: 'v1.0.0',
    NOTES: '- Swipes.',
    PRERELEASE: 'false',
    API: 'a@sha256:1',
    WEB: 'w@sha256:2',
  };
  run('publish', () => true, env);
  expect(readFileSync(join(cwd, 'notes'), 'utf8')).toBe(
    '- Swipes.\n\n    API_IMAGE=a@sha256:1\n    WEB_IMAGE=w@sha256:2\n',
  );
});

it('a release is refused until every foreign image has its digest, which one command writes', () => {
  const files = [
    'docker/api.Dockerfile',
    'docker/web.Dockerfile',
    'docker/compose.yml',
    'deploy/kubernetes/database.yaml',
  ];
  for (const folder of ['docker', 'deploy/kubernetes']) mkdirSync(join(cwd, folder), { recursive: true });
  for (const file of [...files, 'docker/pin-images.sh'])
    copyFileSync(new URL(`../${file}`, import.meta.url), join(cwd, file));
  writeFileSync(join(cwd, files[0]), 'FROM node:24-slim AS build\nFROM node:24-slim\n');
  const isCheck = ({ run: script }) => script?.includes('pin-images');
  expect(run('changes', isCheck)).toBeUndefined();
  const digest = `sha256:${'4'.repeat(64)}`;
  program('docker', `echo ${digest}`);
  const env = { ...process.env, PATH: `${cwd}/bin:${process.env.PATH}` };
  expect(spawnSync('sh', ['docker/pin-images.sh'], { cwd, env }).status).toBe(0);
  expect(readFileSync(join(cwd, files[0]), 'utf8')).toBe(
    `FROM node:24-slim@${digest} AS build\nFROM node:24-slim@${digest}\n`,
  );
  expect(run('changes', isCheck)).toBeDefined();
});

it('an image gets a tag only after its scan and an approval', () => {
  expect(jobs.images.steps.filter(({ run }) => run?.includes('--tag'))).toEqual([]);
  expect(jobs.tag).toMatchObject({ needs: ['images', 'scan'], environment: 'release' });
  expect(jobs.publish.needs).toContain('tag');
});

it('the scanner reads packages, and reaches neither the engine nor anything that it could write', () => {
  expect(jobs.scan.permissions).toEqual({ packages: 'read' });
  const workflows = ['ci', 'nightly', 'release'].map(read).join('\n');
  expect(workflows).not.toContain('/docker.sock');
  expect(workflows.match(/aquasec\/trivy\S+/g).filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
});

it('a pre-release does not become the latest', () => {
  const latest = jobs.tag.steps.find(({ run }) => run?.includes(':latest'));
  expect(latest.if).toBe("${{ !contains(github.ref_name, '-') }}");
  expect(jobs.publish.steps[0].env.PRERELEASE).toBe("${{ contains(github.ref_name, '-') }}");
});
