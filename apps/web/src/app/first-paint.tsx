import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { createQueryClient } from '../shared/api/query-client';
import { App } from './app';
import { Providers } from './providers';
import { paintedScreens } from './screens';

/** A painted screen, and the scripts that the build preloads for it. */
export interface Paint {
  path: string;
  html: string;
  /** Source files, from their last folder on. */
  modules: string[];
}

async function paint(path: string, token: string | null): Promise<string> {
  // the build does not know who will open the page: a visitor, or somebody whose session is loading
  Object.assign(globalThis, { localStorage: { getItem: () => token }, sessionStorage: { getItem: () => null } });
  const { prelude } = await prerenderToNodeStream(
    <Providers queryClient={createQueryClient()}>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </Providers>,
    // in one piece: streamed pieces come with inline scripts
    { progressiveChunkSize: Infinity },
  );
  return text(prelude);
}

/** What every student's screen asks for as soon as it runs: it begins with calls. */
const OF_STUDENTS = ['/contract-client.ts', '/app/quick-bar.tsx'];

/**
 * What each address shows before its script runs: a visitor's screens as they are, a student's as the guard shows them
 * while it checks. Runs at build time, in Node.
 */
export async function firstPaints(): Promise<Paint[]> {
  const paints: Paint[] = [];
  for (const { path, module, audience } of paintedScreens) {
    const isStudents = audience === 'student';
    const html = await paint(path, isStudents ? 'unknown' : null);
    paints.push({ path, html, modules: [`/pages/${module}.tsx`, ...(isStudents ? OF_STUDENTS : [])] });
  }
  return paints;
}
