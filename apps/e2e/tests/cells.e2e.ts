import { query } from '../support/database.js';
import { logIn, origin } from '../support/students.js';
import { run, settingsOfAnother, startApi } from '../support/system.js';
import { test as base, expect } from '../support/test.js';
import { watch } from '../support/watch.js';

/** A second installation with a database of its own, which knows that students of this domain are at the first. */
async function openCell(domain: string) {
  const settings = await settingsOfAnother();
  const here = settings.APP_ORIGIN;
  const database = `spareswipe_cell_${settings.PORT}`;
  await query(`CREATE DATABASE ${database}`);
  const url = new URL(process.env.E2E_DATABASE_URL!);
  url.pathname = `/${database}`;
  const env = { ...settings, DATABASE_URL: url.href, CELLS: JSON.stringify({ [domain]: origin() }) };
  await run('operations/commands/migrate.js', env);
  const stop = await startApi(env);
  const close = async () => {
    await stop();
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
    const wanda = await student('Wanda West');
    const here = await cellFor(wanda.email.split('@')[1]!);
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const faults: string[] = [];
    watch(page, faults, [here, origin()]);
    await page.goto(`${here}/login`);
    await logIn(page, wanda);
    const { host } = new URL(origin());
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(`Your campus is at ${host}`);
    await page.getByRole('link', { name: `Continue at ${host}` }).click();
    await page.waitForURL(`${origin()}/login`);
    await logIn(page, wanda);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Wanda');
    expect(faults).toEqual([]);
  },
);
