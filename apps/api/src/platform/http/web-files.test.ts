import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import type { LinkPreview } from './link-preview.js';
import { serveWeb } from './web-files.js';

const PAGE = `<head>
    <meta property="og:title" content="SpareSwipe">
    <meta property="og:description" content="Students with &quot;spare&quot; swipes">
    <meta property="og:image" content="/og.png">
    <meta property="og:url" content="/">
  </head>`;
const ABSOLUTE = PAGE.replace('"/og.png"', '"https://swipes.example.edu/og.png"').replace(
  'content="/"',
  'content="https://swipes.example.edu/"',
);
const previews: Record<string, LinkPreview> = {
  lunch: { title: 'Someone at tech would like lunch', description: 'By 2:00 PM EST.' },
  hostile: { title: '"><script>$&</script>', description: "A & B's" },
};

let server: FastifyInstance;
let root: string;
let origin: string;
let isDown = false;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'web-files-'));
  for (const name of ['landing.html', 'requests.html']) await writeFile(join(root, name), PAGE);
  await writeFile(join(root, 'index.html'), '<head></head>');
  server = fastify();
  await serveWeb(server, {
    origin: 'https://swipes.example.edu',
    previewOf: (id) => (isDown ? Promise.reject(new Error('no database')) : Promise.resolve(previews[id])),
    root,
  });
  origin = await server.listen({ port: 0 });
});
afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

const open = async (path: string) => {
  const response = await fetch(origin + path);
  return { html: await response.text(), caching: response.headers.get('cache-control') };
};

describe('the page of a shared request', () => {
  it("has the request's preview, with full addresses of picture and link, and is never stored", async () => {
    const { html, caching } = await open('/requests?mealPeriod=lunch&open=lunch');
    expect(html).toContain('<meta property="og:title" content="Someone at tech would like lunch">');
    expect(html).toContain('<meta property="og:description" content="By 2:00 PM EST.">');
    expect(html).toContain('<meta property="og:image" content="https://swipes.example.edu/og.png">');
    expect(html).toContain('<meta property="og:url" content="https://swipes.example.edu/requests?open=lunch">');
    expect(caching).toBe('no-store');
  });

  it('takes no markup from a preview', async () => {
    const { html } = await open('/requests?open=hostile');
    expect(html).toContain('content="&quot;&gt;&lt;script&gt;$&amp;&lt;/script&gt;"');
    expect(html).toContain(`content="A &amp; B's"`);
  });

  it.each(['/requests?open=unknown', '/requests?open=lunch&open=hostile', '/requests', '/', '/?open=lunch'])(
    'has the general preview at %s, with the full addresses of picture and page',
    async (path) => {
      expect((await open(path)).html).toBe(ABSOLUTE);
    },
  );

  it('is the only page with its own preview', async () => {
    expect((await open('/other?open=lunch')).html).toBe('<head></head>');
  });

  it('is compressed for browsers that take it, as is the landing page', async () => {
    for (const path of ['/', '/requests', '/requests?open=unknown']) {
      const response = await fetch(origin + path, { headers: { 'accept-encoding': 'br, gzip' } });
      expect(response.headers.get('content-encoding')).toBe('gzip');
      expect(response.headers.get('vary')).toBe('accept-encoding');
      expect(await response.text()).toBe(ABSOLUTE);
      const plain = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
      expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, ABSOLUTE]);
    }
  });

  it('opens while the database is down', async () => {
    isDown = true;
    expect((await open('/requests?open=lunch')).html).toBe(ABSOLUTE);
    isDown = false;
  });

  it('leaves other visits of the same screen to the browser, to revalidate', async () => {
    for (const path of ['/requests', '/', '/other']) expect((await open(path)).caching).toBe('no-cache');
  });

  it('is looked up at most 60 times a minute for one address, and above that the link still opens', async () => {
    const pages = await Promise.all(Array.from({ length: 70 }, () => open('/requests?open=lunch')));
    expect(pages.filter(({ html }) => html.includes('would like lunch')).length).toBeLessThanOrEqual(60);
    expect(pages.every(({ html }) => html.includes('property="og:title"'))).toBe(true);
  });
});

it('serves no other screen from the folder of the API image, which holds that page alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'web-files-'));
  await writeFile(join(folder, 'requests.html'), PAGE);
  const alone = fastify();
  await serveWeb(alone, {
    origin: 'https://swipes.example.edu',
    previewOf: () => Promise.resolve(previews.lunch),
    root: folder,
  });
  const address = await alone.listen({ port: 0 });
  expect(await (await fetch(`${address}/requests?open=lunch`)).text()).toContain('Someone at tech would like lunch');
  for (const path of ['/', '/login', '/og.png']) expect((await fetch(address + path)).status).toBe(404);
  await alone.close();
  await rm(folder, { recursive: true });
});
