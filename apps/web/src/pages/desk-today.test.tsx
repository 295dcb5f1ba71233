import { jest } from '@jest/globals';
import { deskContract } from '@spareswipe/contract/desk';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test/fake-server';
import { open, today } from '../../test/desk';

afterEach(() => {
  jest.useRealTimers();
  sessionStorage.clear();
});

it('begins with what waits for the operator, and how the campus is doing', async () => {
  open('/desk');
  const waiting = await screen.findByRole('link', { name: 'open reports' });
  expect(waiting).toHaveAttribute('href', '/desk/reports');
  for (const words of ['7', '12 min']) expect(screen.getByText(words)).toBeVisible();
  const [days] = screen.getAllByRole('table', { hidden: true });
  expect(days).toHaveTextContent('Mar 1431Mar 2431');
});

it('lets the keyboard skip its navigation', async () => {
  open('/desk');
  const waiting = await screen.findByRole('link', { name: 'open reports' });
  const skip = screen.getByRole('link', { name: 'Skip to content' });
  expect(screen.getByRole('main')).not.toContainElement(skip);
  await userEvent.click(skip);
  await userEvent.tab();
  expect(waiting).toHaveFocus();
});

it('keeps what waits up to date while the desk stays open', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const server = open('/desk');
  await screen.findByRole('link', { name: 'open reports' });
  const later = { ...today, waiting: { ...today.waiting, reports: 12 } };
  server.on(deskContract.desk.today, ok({ today: later }));
  act(() => {
    jest.advanceTimersByTime(60_000);
  });
  expect(await screen.findByText('12')).toBeVisible();
});
