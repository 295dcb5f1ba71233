import '../shared/theme/styles';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadClient } from '../shared/api/client';
import { createQueryClient } from '../shared/api/query-client';
import { ScriptMissing } from '../shared/load-script';
import { Root } from './root';
import { screenAt } from './screens';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// zod would try whether it may compile text to code. The content security policy forbids that, and reports the attempt.
// This is where zod keeps its settings; it is loaded later, with the contract's schemas.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Who types will send it. If the network were gone by then, fetching this script would take a reload, and what was typed.
document.addEventListener('input', () => void loadClient().catch(() => undefined), { once: true });

const preloaded = Promise.resolve(screenAt(window.location.pathname)?.preload()).catch(() => undefined);
// A painted page (build/first-paint.ts) stays until the screen's script is there. If that fails, the screen tries again
// and shows the error. No top-level await: the screen imports chunks of the entry and would wait for it forever.
void Promise.resolve(root.hasChildNodes() && preloaded).then(() => {
  // in a transition: a first tap is handled before the rendering is finished
  startTransition(() => {
    // the screen itself says that its script could not be fetched
    const onCaughtError = (error: unknown) => error instanceof ScriptMissing || console.error(error);
    createRoot(root, { onCaughtError }).render(
      <StrictMode>
        <Root queryClient={createQueryClient()} />
      </StrictMode>,
    );
  });
});
