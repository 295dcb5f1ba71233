import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@spareswipe/local-services';
import { query } from '../support/database.js';
import { origin } from '../support/students.js';
import { untilReady } from '../support/system.js';
import { test as base, expect } from '../support/test.js';
import { watch } from '../support/watch.js';

const API = fileURLToPath(new URL('../../api/dist/', import.meta.url));

/** A second installation with a database of its own, which knows that students of this domain are at the first. */
async function openCell(domain: string) {
  const port = await findFreePort();
  const [database, here] = [`spareswipe_cell_${port}`, `http://localhost:${port}`];
  await query(`CREATE DATABASE ${database}`);
  const settings = JSON.parse(process.env.E2E_API_SETTINGS ?? '{}') as Record<string, string>;
  const url = new URL(settings.DATABASE_URL!);
  url.pathname = `/${database}`;
  const CELLS = JSON.stringify({ [domain]: origin() });
  const env = { ...process.env, ...settings, PORT: String(port), APP_ORIGIN: here, DATABASE_URL: url.href, CELLS };
  const run = (program: string) => spawn(process.execPath, [`${API}${program}`], { env, stdio: 'ignore' });
  await once(run('operations/commands/migrate.js'), 'exit');
  const api = run('main.js');
  await untilReady(here, api);
  const close = async () => {
    api.kill('SIGTERM');
    await once(api, 'exit');
    await query(`DROP DATABASE ${database} WITH (FORCE)`);
  };
  return { here, close };
}

const test = base.extend<{ cellFor: (domain: string) => Promise<string> }>({
  cellFor: async ({}, use) => {
    const cells: Awaited<ReturnType<typeof openCell>>[] = [];
    await use(async (domain) => {
      const cell = await openCell(domain);
      cells.push(cell);
      return cell.here;
    });
    for (const { close } of cells) await close();
  },
});

test(
  'a student at the wrong installation is led to their own, and logs in there',
  { tag: '@full' },
  async ({ browser, cellFor, student }) => {
    const { email, password } = await student('Wanda West');
    const here = await cellFor(email.split('@')[1]!);
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const faults: string[] = [];
    watch(page, faults, [here, origin()]);
    await page.goto(`${here}/login`);
    const logIn = async () => {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
    };
    await logIn();
    const { host } = new URL(origin());
    await expect(page.getByText(`Your campus is at ${host}`)).toBeVisible();
    await page.getByRole('link', { name: `Continue at ${host}` }).click();
    await page.waitForURL(`${origin()}/login`);
    await logIn();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Wanda');
    expect(faults).toEqual([]);
    await page.close();
  },
);
