import { readFileSync } from 'node:fs';

const CHECK_EVERY_MS = 500;
const PACKAGE_MANAGER = /^(\S*\/)?(npm|npx|pnpm|corepack)\b|^\S*node\s+\S*(npm|npx|pnpm|corepack)/;

/** A file of the process in /proc, which only Linux has; empty for a process that ended. */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** The name in brackets is followed by the state, then the parent. */
const parentOf = (pid) =>
  pid === process.pid ? process.ppid : Number(read(pid, 'stat').split(') ').at(-1).split(' ')[1]);

/**
 * Calls back when a package manager above this process ends. npx forwards signals to its shell only, and a killed npx
 * forwards none, so without this check its processes would keep running and occupy their ports.
 */
export function whenPackageManagerEnds(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const family = [process.pid];
  while (family.at(-1) > 1) family.push(parentOf(family.at(-1)));
  const top = family.findLastIndex((pid) => PACKAGE_MANAGER.test(read(pid, 'cmdline')));
  const parents = () => family.slice(0, Math.max(top, 1)).map(parentOf).join();
  const first = parents();
  const timer = setInterval(() => {
    if (parents() === first) return;
    clearInterval(timer);
    callback();
  }, CHECK_EVERY_MS);
  timer.unref();
}
