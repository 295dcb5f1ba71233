const WAIT_MS = 1_000;

/** Says when to fetch a script that the screen itself does not need. */
function lateScript() {
  let need!: () => void;
  const needed = new Promise<void>((resolve) => (need = resolve));
  return {
    /** Fetches the script at once: something is about to show that needs it. */
    need,
    needed,
    /** Once the script is needed, or a second later, when the screen has what it needs. */
    isDue: () => Promise.race([needed, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]),
  };
}

export const dialogScript = lateScript();
export const toastScript = lateScript();
