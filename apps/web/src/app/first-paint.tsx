import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { createQueryClient } from '../shared/api/query-client';
import { App } from './app';
import { Providers } from './providers';
import { screens } from './screens';

/** A painted screen, and the file in `pages/` whose script it preloads. */
export interface Paint {
  path: string;
  html: string;
  page: string;
}

async function paint(path: string): Promise<string> {
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

/** What a visitor's screens show before their script runs. Runs at build time, in Node, without a session. */
export async function firstPaints(): Promise<Paint[]> {
  const nothing = { getItem: () => null };
  Object.assign(globalThis, { localStorage: nothing, sessionStorage: nothing });
  const paints: Paint[] = [];
  for (const { path, painted } of screens) if (painted) paints.push({ path, html: await paint(path), page: painted });
  return paints;
}
