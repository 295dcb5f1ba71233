const RELOADED = 'reloaded for';

/** Another build has another entry script: its name carries a hash. */
const thisBuild = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';

/**
 * Loads the script of a screen. After a deploy, a tab that was open before asks for files that are no more: the page is
 * then loaded anew, once for each build, and a script that is still missing is an error as any other.
 */
export async function loadScript<Module>(load: () => Promise<Module>, reload = () => window.location.reload()) {
  try {
    return await load();
  } catch (error) {
    // offline, a reload would only take away what can still be read
    if (!navigator.onLine || sessionStorage.getItem(RELOADED) === thisBuild()) throw error;
    sessionStorage.setItem(RELOADED, thisBuild());
    reload();
    return await new Promise<never>(() => undefined);
  }
}
