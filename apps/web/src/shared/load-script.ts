const RELOADED = 'reloaded at';
const ONCE_IN_MS = 60_000;

/** Tells a script that could not be fetched from a fault of the screen. */
export class ScriptMissing extends Error {}

/** The page and its server, which tests replace. */
export const thisPage = {
  reload: () => window.location.reload(),
  isServed: () =>
    fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    ),
};

/**
 * Loads a script. If it can't be fetched and the server is there, reloads the page, at most once a minute: after a deploy a
 * tab asks for files that no longer exist, and Chromium never fetches a script again that failed. One that is still
 * missing is an error.
 */
export async function loadScript<Module>(load: () => Promise<Module>) {
  try {
    return await load();
  } catch (error) {
    // offline, a reload would only remove what can still be read
    const isRecent = Date.now() - Number(sessionStorage.getItem(RELOADED)) < ONCE_IN_MS;
    if (isRecent || !(await thisPage.isServed())) throw new ScriptMissing(String(error), { cause: error });
    sessionStorage.setItem(RELOADED, String(Date.now()));
    thisPage.reload();
    return await new Promise<never>(() => undefined);
  }
}
