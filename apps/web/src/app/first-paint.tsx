import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { createQueryClient } from '../shared/api/query-client';
import { App } from './app';
import { Providers } from './providers';
import { studentScreens, visitorScreens } from './screens';

/** The addresses that are one page each: none with a parameter. */
const isOnePage = ({ path }: { path: string }) => !path.includes(':');

async function paint(path: string, token: string | null): Promise<string> {
  // who is here is not known yet: a visitor, or somebody whose session loads
  Object.assign(globalThis, { localStorage: { getItem: () => token }, sessionStorage: { getItem: () => null } });
  const { prelude } = await prerenderToNodeStream(
    <Providers queryClient={createQueryClient()}>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </Providers>,
    // whole, not streamed piece by piece with inline scripts
    { progressiveChunkSize: Infinity },
  );
  return text(prelude);
}

/**
 * What each address shows before its script runs: a visitor's screens as they are, a student's as the guard shows them
 * while it checks. Runs at build time, in Node.
 */
export async function firstPaints(): Promise<{ path: string; html: string }[]> {
  const paints: { path: string; html: string }[] = [];
  for (const { path } of visitorScreens.filter(isOnePage)) paints.push({ path, html: await paint(path, null) });
  for (const { path } of studentScreens.filter(isOnePage)) paints.push({ path, html: await paint(path, 'unknown') });
  return paints;
}
