import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { entityFiles } from './entities.js';
import { apiWings, packages, tables, webLayers } from './rooms.js';

const foldersIn = (root, place) =>
  readdirSync(join(root, place), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name);

/** Where rooms.js and the folders of the workspace at `root` differ, so that a new folder is guarded from its first file on. */
export function wrongDeclaration(root) {
  const places = ['apps', 'packages'].flatMap((parent) => foldersIn(root, parent).map((name) => `${parent}/${name}`));
  const withManifest = [...places, 'scripts'].filter((place) => existsSync(join(root, place, 'package.json')));
  return [
    ...differences('package', withManifest, Object.keys(packages)),
    ...differences('wing of apps/api/src', foldersIn(root, 'apps/api/src'), Object.keys(apiWings)),
    ...Object.entries(apiWings)
      .filter(([, rooms]) => typeof rooms !== 'string')
      .flatMap(([wing, rooms]) =>
        differences(`room of ${wing}`, foldersIn(root, `apps/api/src/${wing}`), Object.keys(rooms)),
      ),
    ...differences('layer of apps/web/src', foldersIn(root, 'apps/web/src'), webLayers),
    ...entityFiles(root)
      .filter(({ table }) => !(table in tables))
      .map(({ file, table }) => `rooms.js names no owner of ${table} (${file})`),
  ];
}

const differences = (kind, found, declared) => [
  ...found.filter((name) => !declared.includes(name)).map((name) => `rooms.js does not declare the ${kind} ${name}`),
  ...declared
    .filter((name) => !found.includes(name))
    .map((name) => `rooms.js declares the ${kind} ${name}, which is not there`),
];
