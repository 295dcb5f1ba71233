import { describe, expect, it } from '@jest/globals';
import { themeStylesheet } from './theme-css';

/** The variables of `:root` and of one scheme, as the browser would see them. */
function variablesOf(scheme: 'light' | 'dark') {
  const css = themeStylesheet();
  const blocks = [...css.matchAll(/^(:root[^{]*)\{([^}]*)\}/gm)];
  const wanted = blocks.filter(([, selector = '']) => selector === ':root' || selector.includes(`'${scheme}'`));
  const pairs = wanted.flatMap(([, , body = '']) => [...body.matchAll(/(--[\w-]+):([^;]+)/g)]);
  return new Map(pairs.map(([, name = '', value = '']) => [name, value]));
}

function hexOf(name: string, variables: Map<string, string>): string {
  const value = variables.get(name) ?? '';
  const [, other] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
  if (other) return hexOf(other, variables);
  if (!/^#[\da-f]{6}$/i.test(value)) throw new Error(`${name} is ${value || 'not there'}`);
  return value;
}

function luminance(hex: string) {
  const channel = (start: number) => {
    const share = parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string) {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const SURFACES = ['--paper', '--paper-deep', '--mantine-color-body'];
const HUES = ['leaf', 'tomato', 'green', 'yellow', 'red', 'blue', 'gray'];
const onSurfaces = (word: string) => SURFACES.map((surface) => [word, surface]);

// WCAG 2.2 AA: words 4.5, edges of controls 3
const WORDS = [
  ...['--ink', '--mantine-color-text', '--mantine-color-dimmed', '--mantine-color-anchor'].flatMap(onSurfaces),
  ...['--mantine-color-error', '--mantine-color-success', '--accent', '--leaf-deep'].flatMap(onSurfaces),
  ...onSurfaces('--mantine-color-red-outline'),
  ['--mantine-color-placeholder', '--mantine-color-default'],
  ['--mantine-color-default-color', '--mantine-color-default'],
  ['--leaf-deep', '--leaf-soft'],
  ['--accent', '--accent-soft'],
  ['--mantine-primary-color-contrast', '--mantine-primary-color-filled'],
  ...HUES.map((hue) => ['--on-filled', `--mantine-color-${hue}-filled`]),
  ...HUES.map((hue) => ['--on-filled', `--mantine-color-${hue}-filled-hover`]),
  ...HUES.map((hue) => [`--mantine-color-${hue}-light-color`, `--mantine-color-${hue}-light`]),
];
const EDGES = [
  ...onSurfaces('--mantine-color-default-border'),
  ...onSurfaces('--mantine-primary-color-filled'),
  ...onSurfaces('--mantine-color-error'),
];

describe.each(['light', 'dark'] as const)('the %s colours', (scheme) => {
  const variables = variablesOf(scheme);
  it.each(WORDS)('%s can be read on %s', (word = '', ground = '') => {
    expect(contrast(hexOf(word, variables), hexOf(ground, variables))).toBeGreaterThanOrEqual(4.5);
  });
  it.each(EDGES)('%s can be made out on %s', (edge = '', ground = '') => {
    expect(contrast(hexOf(edge, variables), hexOf(ground, variables))).toBeGreaterThanOrEqual(3);
  });
});
