import '../shared/theme/styles';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '../shared/api/query-client';
import { carryOver } from './carry-over';
import { ScriptMissing } from './load-script';
import { Root } from './root';
import { preloadScreen } from './screens';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// zod would try whether it may compile text to code. The content security policy forbids that, and reports the attempt.
// This is where zod keeps its settings; it is loaded later, with the contract.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

carryOver(root);

// The page already shows its first paint (build/first-paint.ts): it stays until the real screen can take its place. A
// script that does not load is no reason to wait, the screen then loads it as any later one.
// Not awaited at the top: a screen imports what the entry shares with it, and would wait for the entry to finish.
void preloadScreen(window.location.pathname)
  .catch(() => undefined)
  .then(() => {
    // in a transition, so that rendering gives way to a student's first tap
    startTransition(() => {
      // that a script could not be fetched, the screen has said
      const onCaughtError = (error: unknown) => error instanceof ScriptMissing || console.error(error);
      createRoot(root, { onCaughtError }).render(<Root queryClient={createQueryClient()} />);
    });
  });
