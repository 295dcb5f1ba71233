import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { parse } from 'yaml';

/** .github/workflows/release.yml, with its step that reads CHANGELOG.md run in a shell. */
const read = (name) => readFileSync(new URL(`../.github/workflows/${name}.yml`, import.meta.url), 'utf8');
const { jobs } = parse(read('release'));
let cwd;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'spareswipe-release-'));
  writeFileSync(
    join(cwd, 'CHANGELOG.md'),
    '# Changes\n\n## Unreleased\n\n## 1.0.0 (2026-09-01)\n\n- Swipes.\n\n## 1.0.0-rc1\n\n- Tried.\n\n## 0.9.0\n\n',
  );
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** What the first job hands to the last one, or undefined if it fails. */
function notesOf(tag) {
  const { run } = jobs.changes.steps.find(({ id }) => id === 'changes');
  const output = join(cwd, 'output');
  const env = { ...process.env, GITHUB_REF_NAME: tag, GITHUB_OUTPUT: output };
  return spawnSync('bash', ['-e', '-c', run], { cwd, env }).status === 0 ? readFileSync(output, 'utf8') : undefined;
}

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
  ['passes', '1', 0],
  ['publishes no image', '0', 1],
])('a release %s if its commit has %s green nights', (_, nights, status) => {
  writeFileSync(join(cwd, 'gh'), '#!/bin/sh\n[ "$6" = abc ] && [ "$8" = success ] && echo "$NIGHTS"\n', {
    mode: 0o755,
  });
  const { run } = jobs.night.steps.find(({ id }) => id === 'night');
  const env = { ...process.env, PATH: `${cwd}:${process.env.PATH}`, GITHUB_SHA: 'abc', NIGHTS: nights };
  expect(spawnSync('bash', ['-e', '-c', run], { cwd, env }).status).toBe(status);
  expect(jobs.images.needs).toContain('night');
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
