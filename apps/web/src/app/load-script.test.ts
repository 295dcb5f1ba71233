import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { loadScript } from './load-script';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

/** The page as a build serves it. */
function serve(build: string) {
  document.head.innerHTML = `<script type="module" src="/assets/index-${build}.js"></script>`;
}

describe('the script of a screen', () => {
  beforeEach(() => {
    sessionStorage.clear();
    serve('old');
  });

  it('that is gone after a deploy loads the page anew, and nothing is shown meanwhile', async () => {
    const reload = jest.fn();
    const settled = jest.fn();
    void loadScript(missing, reload).then(settled, settled);
    await new Promise(process.nextTick);
    expect(reload).toHaveBeenCalled();
    expect(settled).not.toHaveBeenCalled();
  });

  it('that is still missing then is an error: the page never loads over and over', async () => {
    void loadScript(missing, jest.fn());
    await new Promise(process.nextTick);
    const again = jest.fn();
    await expect(loadScript(missing, again)).rejects.toThrow('Failed to fetch');
    expect(again).not.toHaveBeenCalled();
  });

  it('that a later deploy takes away loads the page anew once more', async () => {
    void loadScript(missing, jest.fn());
    await new Promise(process.nextTick);
    serve('new');
    const again = jest.fn();
    void loadScript(missing, again);
    await new Promise(process.nextTick);
    expect(again).toHaveBeenCalled();
  });

  it('that cannot come because nobody is online leaves the page as it is', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const reload = jest.fn();
    await expect(loadScript(missing, reload)).rejects.toThrow('Failed to fetch');
    expect(reload).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });
});
