import {
  colorsTuple,
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type VariantColorsResolver,
} from '@mantine/core';

const shades = (tenHexes: string) => colorsTuple(tenHexes.split(' '));

// Every pair of colours that carries text or a control's edge is checked in build/theme-css.test.ts (WCAG 2.2 AA, both schemes).
const leaf = shades('#eef5ec #dbead8 #bad5b6 #93be90 #74ad75 #4f9456 #387a42 #2a6536 #20522b #163b1f');
const tomato = shades('#fdf0eb #fadccf #f6b9a3 #f09373 #e8714c #db5430 #c1401f #a33317 #842812 #5f1c0c');
const green = shades('#eaf6ee #d0ebd9 #a5d8b5 #74c28d #4dae6c #309a55 #1f8044 #156636 #0f4f2a #0a3a1f');
const amber = shades('#fff6e0 #fdeabf #fad888 #f5c24f #eeae27 #d99411 #b27608 #8a5a06 #6c4606 #4d3204');
const red = shades('#fdeeef #fad7da #f3afb5 #ea818b #e05c69 #d03a4a #b82536 #9a1a2a #7b1321 #590d18');
const blue = shades('#eaf3fa #d0e4f4 #a5cbe9 #75aedb #4d94cd #307cb9 #1f659f #17507f #123f64 #0d2e49');
// Warm greys: paper at the light end, wood at the dark one.
const gray = shades('#faf7f1 #f3eee4 #e8e1d4 #d8cfbf #bdb2a0 #8a7f6f #6a6153 #50483d #39332b #262119');
// Warm charcoal: text at 0, surfaces at 6, page at 8.
const dark = shades('#efe9df #dcd4c7 #b8ae9f #a1978a #82796c #423c34 #2b2722 #24201c #1b1815 #12100e');

const fraunces = "'Fraunces', 'Fraunces Fallback', Georgia, serif";
const ONE_RADIUS = '0.75rem';

/** Filled parts are deep with light words in the light scheme, bright with dark words in the dark one. */
const onFilled: VariantColorsResolver = (input) => ({
  ...defaultVariantColorsResolver(input),
  ...(input.variant === 'filled' && { color: 'var(--on-filled)' }),
});

const hues = { leaf, tomato, green, yellow: amber, red, blue, gray };

/** In the dark scheme a hue's tints are its deep shades, and hovering makes a filled part brighter. */
const darkTints = Object.fromEntries(
  Object.entries(hues).flatMap(([name, shades]) => [
    [`--mantine-color-${name}-light`, shades[9]],
    [`--mantine-color-${name}-light-hover`, shades[8]],
    [`--mantine-color-${name}-light-color`, shades[1]],
    [`--mantine-color-${name}-filled-hover`, shades[3]],
    [`--mantine-color-${name}-outline`, shades[3]],
  ]),
);

export const theme = createTheme({
  colors: { ...hues, dark },
  primaryColor: 'leaf',
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver: onFilled,
  white: '#fffdf9',
  black: '#262119',
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  headings: {
    fontFamily: fraunces,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.875rem, 1.5rem + 1.6vw, 2.5rem)', lineHeight: '1.15' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.25rem', lineHeight: '1.3' },
      h4: { fontSize: '1.125rem', lineHeight: '1.35' },
    },
  },
  radius: { xs: '0.25rem', sm: ONE_RADIUS, md: ONE_RADIUS, lg: ONE_RADIUS, xl: ONE_RADIUS },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
  shadows: {
    xs: '0 1px 2px rgba(38, 33, 25, 0.06)',
    sm: '0 1px 2px rgba(38, 33, 25, 0.05), 0 4px 12px rgba(38, 33, 25, 0.05)',
    md: '0 2px 4px rgba(38, 33, 25, 0.05), 0 8px 24px rgba(38, 33, 25, 0.08)',
    lg: '0 4px 8px rgba(38, 33, 25, 0.06), 0 16px 40px rgba(38, 33, 25, 0.1)',
    xl: '0 4px 8px rgba(38, 33, 25, 0.06), 0 24px 64px rgba(38, 33, 25, 0.14)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // plain objects: naming a component here must not put its code into the first script
  components: {
    // colour alone does not tell a link from the words around it
    Anchor: { defaultProps: { underline: 'always' } },
    Badge: { defaultProps: { variant: 'light', size: 'lg', radius: 'md', tt: 'none', fw: 600 } },
    Button: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { radius: 'xs', size: 'md', iconColor: 'var(--on-filled)' } },
    Input: { defaultProps: { size: 'md' } },
    InputWrapper: { defaultProps: { size: 'md' } },
    Loader: { defaultProps: { type: 'dots' } },
    // Its scroll lock writes a <style> element, which the content security policy refuses; base.css locks instead.
    Modal: { defaultProps: { lockScroll: false, centered: true } },
  },
});

/** Mantine's variables where ours differ, and our own: `--paper` under everything, `--rule` for hairlines. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--paper': gray[0],
    '--paper-deep': gray[1],
    '--rule': gray[2],
    '--ink': gray[9],
    '--accent': tomato[6],
    '--accent-soft': tomato[0],
    '--leaf-soft': leaf[0],
    '--leaf-deep': leaf[8],
    '--on-filled': '#fffdf9',
    '--mantine-color-error': red[7],
    '--mantine-color-success': green[7],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-default-border': gray[5],
    '--mantine-color-disabled-color': gray[6],
  },
  dark: {
    ...darkTints,
    '--paper': dark[8],
    '--paper-deep': dark[9],
    '--rule': dark[5],
    '--ink': dark[0],
    '--accent': tomato[3],
    '--accent-soft': '#33211a',
    '--leaf-soft': '#1f2a20',
    '--leaf-deep': leaf[3],
    '--on-filled': dark[9],
    '--mantine-primary-color-contrast': dark[9],
    // grey badges and notes would melt into the surface
    '--mantine-color-gray-light': '#39332c',
    '--mantine-color-error': red[3],
    '--mantine-color-success': green[3],
    '--mantine-color-anchor': leaf[3],
  },
});
