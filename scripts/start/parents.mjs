import { readFileSync } from 'node:fs';

const CHECK_EVERY_MS = 500;
const PACKAGE_MANAGER = /^(\S*\/)?(npm|npx|pnpm|corepack)\b|^\S*node\s+\S*(npm|npx|pnpm|corepack)/;

function parentOf(pid) {
  try {
    // The name in brackets is followed by the state, then the parent.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Pairs of child and parent, from this process up to the npx or pnpm that the user typed. */
function chainToPackageManager() {
  const links = [];
  let length = 0;
  for (let child = process.pid; links.length < 10; child = links.at(-1).parent) {
    const parent = child === process.pid ? process.ppid : parentOf(child);
    if (!parent || parent === 1) break;
    links.push({ child, parent });
    if (PACKAGE_MANAGER.test(commandOf(parent))) length = links.length;
  }
  return links.slice(0, length);
}

/**
 * Calls back when a package manager above this process ends. npx forwards signals to its shell only, and a killed npx
 * forwards none, so without this check its processes would keep running and occupy their ports.
 */
export function whenPackageManagerEnds(callback) {
  const chain = chainToPackageManager();
  // Without /proc, check at least the direct parent if a package manager started us.
  if (chain.length === 0 && process.env.npm_lifecycle_event) chain.push({ child: process.pid, parent: process.ppid });
  if (chain.length === 0) return;
  const timer = setInterval(() => {
    const intact = chain.every(
      ({ child, parent }) => (child === process.pid ? process.ppid : parentOf(child)) === parent,
    );
    if (intact) return;
    clearInterval(timer);
    callback();
  }, CHECK_EVERY_MS);
  timer.unref();
}
