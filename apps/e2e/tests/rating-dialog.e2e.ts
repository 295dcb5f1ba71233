import type { Locator, Page } from '@playwright/test';
import { short } from '../support/levels.js';
import { doubleTap, phoneOf, settled } from '../support/phone.js';
import { acceptedMatch, api, postedRequest, verifiedStudent } from '../support/students.js';
import { expect, test } from '../support/test.js';

/** The colour drawn at one place of the element: styles do not tell which colours the system forces. */
async function pixelOf(page: Page, element: Locator, at = 12) {
  const image = [...(await element.screenshot())];
  const drawn = async ({ bytes, at }: { bytes: number[]; at: number }) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    canvas.drawImage(bitmap, 0, 0);
    return String(canvas.getImageData(at, at, 1, 1).data);
  };
  return page.evaluate(drawn, { bytes: image, at });
}

test(
  'what is chosen, ticked or current, and the menu, stand out where the system forces its own colours',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const [asks, helps] = [await student('Fay Asks'), await student('Ford Helps')];
    await acceptedMatch(helps, (await postedRequest(asks))._id);
    const page = await openAs(helps);
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await page.goto('/matches');
    await page.getByRole('button', { name: 'Rate & Report Issues' }).click();
    const group = page.getByRole('dialog').getByRole('group', { name: /follow through/ });
    const groundOf = (answer: string) => pixelOf(page, group.locator('label', { hasText: answer }));
    for (const [chosen, other] of [
      ['Yes', 'No'],
      ['No', 'Yes'],
    ] as const) {
      await group.getByRole('radio', { name: chosen, exact: true }).check();
      expect(await groundOf(chosen), chosen).not.toBe(await groundOf(other));
    }
    await page.goto('/create-request');
    const flexible = page.getByRole('checkbox', { name: 'My timing is flexible' });
    const ticked = await flexible.screenshot();
    await flexible.uncheck();
    expect(ticked.equals(await flexible.screenshot())).toBe(false);
    const widthOf = (name: string) =>
      page
        .getByRole('link', { name, exact: true })
        .first()
        .evaluate((link) => getComputedStyle(link).borderWidth);
    expect(await widthOf('Create Request')).not.toBe(await widthOf('Browse Requests'));
    await page.setViewportSize({ width: 360, height: 740 });
    const menu = page.getByRole('button', { name: 'Open menu' });
    expect(await pixelOf(page, menu, 22)).not.toBe(await pixelOf(page, menu));
  },
);

test(
  'the button that gives a strike has the colour of danger, and the one that gives stars has not',
  { tag: '@full' },
  async ({ openAs, student }) => {
    const [asks, helps] = [await student('Stu Asks'), await student('Rick Helps')];
    await acceptedMatch(helps, (await postedRequest(asks))._id);
    const page = await openAs(helps);
    await page.goto('/matches');
    await page.getByRole('button', { name: 'Rate & Report Issues' }).click();
    const dialog = page.getByRole('dialog');
    const isDanger = () =>
      dialog.getByRole('button', { name: 'Submit Rating' }).evaluate((button) => {
        const sample = document.createElement('i');
        sample.style.background = 'var(--mantine-color-red-filled)';
        button.before(sample);
        const danger = getComputedStyle(sample).backgroundColor;
        sample.remove();
        return getComputedStyle(button).backgroundColor === danger;
      });
    expect(await isDanger()).toBe(false);
    await dialog.getByRole('radio', { name: 'No', exact: true }).check();
    expect(await isDanger()).toBe(true);
  },
);

test(
  'a double tap on Submit Rating rates once, also while the dialog is closing',
  { tag: '@full' },
  async ({ browser }) => {
    const helps = await verifiedStudent('Ted Helps');
    for (const gap of short([200], { full: [0, 100, 150, 200, 250, 300, 500] })) {
      const asks = await verifiedStudent('Tia Asks');
      const match = await acceptedMatch(helps, (await postedRequest(asks))._id);
      await api(asks.token).matches.complete({ params: { id: match._id } });
      const page = await phoneOf(browser, asks, '/matches', 1);
      const rated: number[] = [];
      page.on('response', (response) => {
        if (response.url().endsWith('/rate')) rated.push(response.status());
      });
      await page.getByRole('button', { name: 'Rate Experience' }).tap();
      const submit = page.getByRole('dialog').getByRole('button', { name: 'Submit Rating' });
      await expect(submit).toBeVisible();
      await settled(page);
      await doubleTap(page, submit, gap);
      await expect(page.getByText('Rating submitted successfully!')).toBeVisible();
      await settled(page);
      expect(rated, `${gap} ms`).toEqual([200]);
      await page.context().close();
    }
  },
);
