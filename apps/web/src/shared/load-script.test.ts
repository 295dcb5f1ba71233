import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { loadScript, thisPage } from './load-script';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

let reload: jest.SpiedFunction<typeof thisPage.reload>;
const serve = (isServed: boolean) => jest.spyOn(thisPage, 'isServed').mockResolvedValue(isServed);

describe('the script of a screen', () => {
  beforeEach(() => {
    sessionStorage.clear();
    serve(true);
    reload = jest.spyOn(thisPage, 'reload').mockReturnValue();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('that is gone after a deploy reloads the page, which shows nothing meanwhile', async () => {
    const settled = jest.fn();
    void loadScript(missing).then(settled, settled);
    await new Promise(process.nextTick);
    expect(reload).toHaveBeenCalled();
    expect(settled).not.toHaveBeenCalled();
  });

  it('that is still missing then is an error: the page never loads over and over', async () => {
    void loadScript(missing);
    await new Promise(process.nextTick);
    await expect(loadScript(missing)).rejects.toThrow('Failed to fetch');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('that fails again later, after a deploy or on bad Wi-Fi, reloads the page once more', async () => {
    jest.useFakeTimers();
    void loadScript(missing);
    await jest.advanceTimersByTimeAsync(61_000);
    void loadScript(missing);
    await jest.advanceTimersByTimeAsync(0);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('that cannot come because the server does not respond leaves the page as it is', async () => {
    serve(false);
    await expect(loadScript(missing)).rejects.toThrow('Failed to fetch');
    expect(reload).not.toHaveBeenCalled();
  });
});
