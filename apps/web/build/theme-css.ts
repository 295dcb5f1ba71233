import {
  defaultCssVariablesResolver,
  deepMerge,
  DEFAULT_THEME,
  mergeMantineTheme,
  type MantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariables, theme } from '../src/shared/theme/theme.ts';

const ID = 'virtual:theme.css';
const OURS = Object.keys(theme.colors ?? {});

const block = (selector: string, variables: Record<string, string>) =>
  `${selector}{${Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;

/** Mantine's own hues that the theme does not name are left out. */
const isUsed = (name: string) => {
  const [, hue] = /^--mantine-color-([a-z]+)-(?:\d|text|filled|light|outline)/.exec(name) ?? [];
  return !hue || OURS.includes(hue);
};
const used = (variables: Record<string, string>) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => isUsed(name)));

/** The theme's CSS variables as a stylesheet, light without any attribute unless the reader's system asks for dark. */
export function themeStylesheet(): string {
  const merged: MantineTheme = mergeMantineTheme(DEFAULT_THEME, theme);
  const { variables, light, dark } = deepMerge(defaultCssVariablesResolver(merged), cssVariables(merged));
  const unset = ':root:not([data-mantine-color-scheme])';
  return [
    block(':root', used(variables)),
    block(`:root[data-mantine-color-scheme='light'],${unset}`, used(light)),
    block(":root[data-mantine-color-scheme='dark']", used(dark)),
    `@media (prefers-color-scheme: dark){${block(unset, used(dark))}}`,
  ].join('\n');
}

/**
 * Serves the theme's variables as `virtual:theme.css`, so that MantineProvider need not write a <style> element:
 * the content security policy allows stylesheets of our own origin only.
 */
export const themeCss = (): Plugin => ({
  name: 'theme-css',
  resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
  load: (id) => (id === `\0${ID}` ? themeStylesheet() : undefined),
});
