import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { loadScript } from './load-script';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

const open = ({ isServed = true } = {}) => ({ reload: jest.fn(), isServed: () => Promise.resolve(isServed) });

describe('the script of a screen', () => {
  beforeEach(() => sessionStorage.clear());
  afterEach(() => void jest.useRealTimers());

  it('that is gone after a deploy reloads the page, which shows nothing meanwhile', async () => {
    const page = open();
    const settled = jest.fn();
    void loadScript(missing, page).then(settled, settled);
    await new Promise(process.nextTick);
    expect(page.reload).toHaveBeenCalled();
    expect(settled).not.toHaveBeenCalled();
  });

  it('that is still missing then is an error: the page never loads over and over', async () => {
    void loadScript(missing, open());
    await new Promise(process.nextTick);
    const again = open();
    await expect(loadScript(missing, again)).rejects.toThrow('Failed to fetch');
    expect(again.reload).not.toHaveBeenCalled();
  });

  it('that fails again later, after a deploy or on bad Wi-Fi, reloads the page once more', async () => {
    jest.useFakeTimers();
    void loadScript(missing, open());
    await jest.advanceTimersByTimeAsync(61_000);
    const again = open();
    void loadScript(missing, again);
    await jest.advanceTimersByTimeAsync(0);
    expect(again.reload).toHaveBeenCalled();
  });

  it('that cannot come because the server does not respond leaves the page as it is', async () => {
    const page = open({ isServed: false });
    await expect(loadScript(missing, page)).rejects.toThrow('Failed to fetch');
    expect(page.reload).not.toHaveBeenCalled();
  });
});
