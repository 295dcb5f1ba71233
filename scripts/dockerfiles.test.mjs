import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const root = new URL('../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const manifestOf = (folder) => JSON.parse(read(`${folder}package.json`));
/** The root's own dependencies are always installed. */
const ROOT = manifestOf('');
const packages = new Map([
  [ROOT.name, { folder: '', manifest: ROOT }],
  ...['apps', 'packages'].flatMap((parent) =>
    readdirSync(new URL(parent, root)).map((name) => {
      const folder = `${parent}/${name}/`;
      const manifest = manifestOf(folder);
      return [manifest.name, { folder, manifest }];
    }),
  ),
]);

/** The folders of a package and of all packages that it needs, those for tests included, as `pnpm install` does. */
function needed(name, folders = new Set()) {
  const { folder, manifest } = packages.get(name);
  if (folders.has(folder)) return folders;
  folders.add(folder);
  for (const other of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
    if (packages.has(other)) needed(other, folders);
  return folders;
}

it.each(['api', 'web'])('docker/%s.Dockerfile copies every manifest that its install needs, and no other', (image) => {
  const text = read(`docker/${image}.Dockerfile`);
  const filters = [...text.matchAll(/--filter (\S+)\.\.\./g)].map(([, name]) => name);
  const installed = new Set([ROOT.name, ...filters].flatMap((name) => [...needed(name)]));
  const copied = [...text.matchAll(/^COPY ((?:\S+\/)?)package\.json /gm)].map(([, folder]) => folder);
  expect(filters).not.toEqual([]);
  expect(copied.sort()).toEqual([...installed].sort());
});

it('the API’s image has the smoke test and everything that it imports', () => {
  expect(read('docker/api.Dockerfile')).toMatch(/^COPY --from=build \/repo\/scripts\/smoke\.mjs /m);
  const files = globSync('scripts/{smoke.mjs,smoke/*.mjs}', { cwd: fileURLToPath(root) });
  const imported = files.flatMap((file) =>
    [...read(file).matchAll(/from '(?!node:|\.)([^']+)'/g)].map(([, name]) => name),
  );
  const installed = Object.keys(packages.get('@spareswipe/api').manifest.dependencies);
  expect(installed).toEqual(expect.arrayContaining(imported));
});
