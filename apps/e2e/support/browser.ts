import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const SYSTEM_NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome.exe'];
const SYSTEM_PLACES = [
  ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => SYSTEM_NAMES.map((name) => join(folder, name))),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function isExecutable(path: string) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Finds a browser: Playwright's own, the system's Chrome or Chromium, or (on Linux) the one from npm. */
export async function browserPath(): Promise<string> {
  const found = [chromium.executablePath(), ...SYSTEM_PLACES].find(isExecutable);
  if (found) return found;
  if (process.platform !== 'linux')
    throw new Error('No Chrome or Chromium found: run "npx playwright install chromium"');
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}
