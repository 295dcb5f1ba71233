const WAIT_MS = 1_000;

/**
 * A script that the screen itself does not need. It loads when something asks for it, or a second later, when the screen has
 * what it needs.
 */
function lateScript() {
  let ask!: () => void;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  return {
    ask,
    /** Lost before anything asks, a connection takes no screen away: `load` runs again once something asks. */
    async load<Module>(load: () => Promise<Module>) {
      await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
      return load().catch(async () => {
        await asked;
        return load();
      });
    },
  };
}

export const dialogScript = lateScript();
export const toastScript = lateScript();
