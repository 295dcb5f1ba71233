import { expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { visit } from '../../../test/visit';
import { toast } from './toast';

it('a toast with the words of one that is there is announced again, in its place', async () => {
  visit('/privacy');
  act(() => toast.success('Saved'));
  const first = await screen.findByText('Saved');
  act(() => toast.success('Saved'));
  await waitFor(() => expect(first).not.toBeInTheDocument());
  expect(screen.getByText('Saved')).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

it('a toast that goes leaves the focus on the page', async () => {
  visit('/privacy');
  act(() => toast.success('Saved'));
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(screen.getByRole('main')).toHaveFocus();
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull());
  expect(screen.getByRole('main')).toHaveFocus();
});

it('a toast that goes leaves the focus in the dialog that is open', async () => {
  visit('/privacy');
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.role = 'dialog';
  dialog.tabIndex = -1;
  act(() => toast.success('Saved'));
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(dialog).toHaveFocus();
  dialog.remove();
});
