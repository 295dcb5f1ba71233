import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ignoreRepeatedPresses } from './repeated-press';

let stop: () => void;
let pressed: string[];
let now = 0;
beforeEach(() => {
  document.body.innerHTML = `<div data-still><button>Accept</button><button>Undo</button>
    <label><input type="radio" /> 4 stars</label></div>
    <div data-portal><button>Yes</button></div><a href="#help">Help</a>`;
  pressed = [];
  now = 10_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  stop = ignoreRepeatedPresses();
  document.addEventListener('click', note);
});
afterEach(() => {
  stop();
  document.removeEventListener('click', note);
});
const note = (event: Event) => pressed.push((event.target as Element).textContent.trim());

interface Press {
  /** How long after the press before. */
  after?: number;
  x?: number;
  y?: number;
  pointerType?: string;
  detail?: number;
}

/** A press as some iPhones report it, whose click always claims to be a mouse's; a key has neither place nor count. */
function press(name: string, { after = 0, x = 100, y = 200, pointerType = 'touch', detail = 1 }: Press = {}) {
  const button = [...document.querySelectorAll('button, a, label')].find(
    ({ textContent }) => textContent.trim() === name,
  )!;
  now += after;
  const happens = (type: string, details: object) => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y, detail });
    button.dispatchEvent(Object.defineProperties(event, Object.getOwnPropertyDescriptors(details)));
  };
  if (detail > 0) happens('pointerdown', { pointerType });
  happens('click', { timeStamp: now, pointerType: 'mouse' });
}

describe('a second tap at the same place', () => {
  it.each([0, 300, 500, 900])('%i ms later presses nothing else', (after) => {
    press('Accept');
    press('Undo', { after, x: 110, y: 190 });
    expect(pressed).toEqual(['Accept']);
  });

  it('presses nothing in a dialog that has just opened there', () => {
    press('Accept');
    press('Yes', { after: 400 });
    expect(pressed).toEqual(['Accept']);
  });

  it('is swallowed each time, however often a nervous finger taps', () => {
    press('Accept');
    for (let taps = 0; taps < 3; taps++) press('Undo', { after: 800 });
    expect(pressed).toEqual(['Accept']);
  });
});

describe('when the response comes late, in place of the pressed button', () => {
  const respond = async (after: number) => {
    now += after;
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Accept')!.remove();
    await Promise.resolve();
  };

  it.each(['Undo', '4 stars'])('what has just come is not pressed: %s', async (name) => {
    press('Accept');
    await respond(1500);
    press(name, { after: 250 });
    press(name, { after: 900 });
    expect(pressed).toEqual(['Accept']);
    press(name, { after: 1001 });
    expect(pressed[1]).toBe(name);
  });

  it('a mouse that waits half a second presses what has come', async () => {
    press('Accept', { pointerType: 'mouse' });
    await respond(1500);
    press('Undo', { after: 250, pointerType: 'mouse' });
    press('Undo', { after: 501, pointerType: 'mouse' });
    expect(pressed).toEqual(['Accept', 'Undo']);
  });
});

describe('does not ignore', () => {
  it('a press after a second', () => {
    press('Accept');
    press('Undo', { after: 1001 });
    expect(pressed).toEqual(['Accept', 'Undo']);
  });

  it('a press on what a finger has moved there', () => {
    press('Accept');
    document.dispatchEvent(new Event('pointercancel'));
    press('Undo', { after: 500 });
    expect(pressed).toEqual(['Accept', 'Undo']);
  });

  it('a press far away, however soon', () => {
    press('Accept');
    press('Undo', { after: 50, y: 240 });
    expect(pressed).toEqual(['Accept', 'Undo']);
  });

  it('a key, or the press of a screen reader, which has no place', () => {
    press('Accept', { x: 0, y: 0, detail: 0 });
    press('Undo', { after: 50, x: 0, y: 0, detail: 0 });
    press('Accept', { after: 50 });
    press('Undo', { after: 50, detail: 0 });
    expect(pressed).toEqual(['Accept', 'Undo', 'Accept', 'Undo']);
  });

  it('the same button again', () => {
    press('Accept');
    press('Accept', { after: 100 });
    expect(pressed).toEqual(['Accept', 'Accept']);
  });

  it('a button after a field somewhere else', () => {
    press('Accept');
    press('4 stars', { after: 100, y: 100 });
    press('Yes', { after: 100 });
    expect(pressed).toContain('Yes');
  });

  it('a link outside cards and dialogs', () => {
    press('Accept');
    press('Help', { after: 100 });
    expect(pressed).toEqual(['Accept', 'Help']);
  });

  it('a press on the screen that Back has just shown', () => {
    press('Accept');
    window.dispatchEvent(new PopStateEvent('popstate'));
    press('Undo', { after: 100 });
    expect(pressed).toEqual(['Accept', 'Undo']);
  });

  it('a second click of a mouse that has moved, or waited half a second', () => {
    press('Accept', { pointerType: 'mouse' });
    press('Undo', { after: 100, x: 120, pointerType: 'mouse' });
    press('Accept', { after: 501, x: 120, pointerType: 'mouse' });
    expect(pressed).toEqual(['Accept', 'Undo', 'Accept']);
  });
});
