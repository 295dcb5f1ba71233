const RELOADED = 'reloaded for';

/** Another build has another entry script: its name carries a hash. */
const thisBuild = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';

/** The screen is not to blame, and says so in its place. */
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
 * Loads the script of a screen. After a deploy, a tab that was open before asks for files that are no more: the page is
 * then loaded anew, once for each build, and a script that is still missing is an error as any other.
 */
export async function loadScript<Module>(load: () => Promise<Module>, page = thisPage) {
  try {
    return await load();
  } catch (error) {
    // when nobody answers, a reload would only take away what can still be read
    if (sessionStorage.getItem(RELOADED) === thisBuild() || !(await page.isServed()))
      throw new ScriptMissing(String(error), { cause: error });
    sessionStorage.setItem(RELOADED, thisBuild());
    page.reload();
    return await new Promise<never>(() => undefined);
  }
}
