import { describe, expect, it } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { theme } from '../theme/theme';
import { MatchStatusBadge, StatusBadge, UrgencyBadge } from './badges';

/** Spec §4 names meanings; these are the theme's colours for them. */
const MEANING = { success: 'green', warning: 'yellow', danger: 'red', info: 'blue', grey: 'gray' };
type Meaning = keyof typeof MEANING;

function expectBadge(badge: ReactNode, label: string, meaning: Meaning) {
  render(<MantineProvider theme={theme}>{badge}</MantineProvider>);
  const style = screen.getByText(label).closest('[style]')?.getAttribute('style');
  expect(style).toContain(`--mantine-color-${MEANING[meaning]}-`);
}

describe('a status', () => {
  it.each([
    ['active', 'Active', 'success'],
    ['accepted', 'Accepted', 'success'],
    ['matched', 'Matched', 'warning'],
    ['pending', 'Pending', 'warning'],
    ['completed', 'Completed', 'grey'],
    ['cancelled', 'Cancelled', 'danger'],
    ['expired', 'Expired (Refunded)', 'info'],
  ] as const)('%s is labelled %s, in the colour of %s [spec §4.17 §4.27]', (status, label, meaning) => {
    expectBadge(<StatusBadge status={status} />, label, meaning);
  });

  it('of an accepted match is shown as Active [spec §4.22]', () => {
    expectBadge(<MatchStatusBadge status="accepted" />, 'Active', 'success');
  });
});

const groundOf = (badge: ReactNode, label: string) => {
  render(<MantineProvider theme={theme}>{badge}</MantineProvider>);
  const style = screen.getByText(label).closest('[style]')?.getAttribute('style');
  return /--badge-bg: ([^;]+)/.exec(style ?? '')?.[1];
};

describe('a default', () => {
  it.each([
    [<StatusBadge key="" status="active" />, 'Active'],
    [<MatchStatusBadge key="" status="accepted" />, 'Active'],
    [<UrgencyBadge key="" urgency="medium" />, 'Medium Priority'],
  ])('has its colour in its words only', (badge, label) => {
    expect(groundOf(badge, label)).toBe('transparent');
  });

  it.each([
    [<StatusBadge key="" status="matched" />, 'Matched'],
    [<StatusBadge key="" status="cancelled" />, 'Cancelled'],
    [<UrgencyBadge key="" urgency="high" />, 'High Priority'],
  ])('is quieter than what differs from it', (badge, label) => {
    expect(groundOf(badge, label)).toMatch(/^var\(--mantine-color-\w+-light\)$/);
  });
});

describe('an urgency', () => {
  it.each([
    ['low', 'Low Priority', 'grey'],
    ['medium', 'Medium Priority', 'warning'],
    ['high', 'High Priority', 'danger'],
  ] as const)('that is %s is labelled %s, in the colour of %s [spec §4.28]', (urgency, label, meaning) => {
    expectBadge(<UrgencyBadge urgency={urgency} />, label, meaning);
  });
});
