import type { Rolldown } from 'vite';

/** Chunks and everything they import before they run. */
export function withImports(names: Iterable<string>, bundle: Rolldown.OutputBundle): Set<string> {
  const all = new Set<string>();
  const add = (name: string) => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || all.has(name)) return;
    all.add(name);
    file.imports.forEach(add);
  };
  for (const name of names) add(name);
  return all;
}

/** All script that a page loads before it can be used: what it names itself, and what that imports. */
export function scriptsOf(html: string, bundle: Rolldown.OutputBundle): Set<string> {
  const named = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, name = '']) => name);
  return withImports(named, bundle);
}
