const RELOADED = 'reloaded for';

/** Another build has another entry script: its name carries a hash. */
const thisBuild = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';

/** Tells a script that could not be fetched from a fault of the screen. */
export class ScriptMissing extends Error {}

export const thisPage = {
  reload: () => window.location.reload(),
  isServed: () =>
    fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    ),
};

/**
 * Loads the script of a screen. After a deploy, a tab that was open before asks for files that no longer exist: it then
 * reloads the page, once per build. A script that is still missing is an error.
 */
export async function loadScript<Module>(load: () => Promise<Module>, page = thisPage) {
  try {
    return await load();
  } catch (error) {
    // offline, a reload would only remove what can still be read
    if (sessionStorage.getItem(RELOADED) === thisBuild() || !(await page.isServed()))
      throw new ScriptMissing(String(error), { cause: error });
    sessionStorage.setItem(RELOADED, thisBuild());
    page.reload();
    return await new Promise<never>(() => undefined);
  }
}
