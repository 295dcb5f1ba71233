import { describe, expect, it } from '@jest/globals';
import { contract } from '@spareswipe/contract';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeServer, ok } from '../../test/fake-server';
import { sentence } from '../../test/sentence';
import { visit } from '../../test/visit';

describe('a forgotten password', () => {
  it('is answered by a mailed link, in the same words for every address', async () => {
    const server = fakeServer().on(
      contract.auth.forgotPassword,
      ok({ message: 'If that address has an account, a link is on its way.' }),
    );
    visit('/forgot-password', { server });
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@cs.stanford.edu{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Check your inbox' })).toHaveFocus();
    expect(screen.getByText('If that address has an account, a link is on its way.')).toBeVisible();
    expect(screen.getByText(sentence('You entered ada@cs.stanford.edu.'))).toBeVisible();
    expect(server.calls(contract.auth.forgotPassword)[0]?.body).toEqual({ email: 'ada@cs.stanford.edu' });
  });

  it('keeps the address when no response comes, and is sent once when tried again', async () => {
    const server = fakeServer().on(contract.auth.forgotPassword, ok({ message: 'A link is on its way.' }));
    visit('/forgot-password', { server });
    server.down();
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@cs.stanford.edu{Enter}');
    expect(await screen.findByText('Failed to send the reset link')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@cs.stanford.edu');
    server.down(false);
    await userEvent.dblClick(screen.getByRole('button', { name: 'Send reset link' }));
    expect(await screen.findByText('A link is on its way.')).toBeVisible();
    expect(server.calls(contract.auth.forgotPassword)).toHaveLength(1);
  });

  it('begins with what was typed at log-in, and registration with it after that', async () => {
    visit('/login');
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@cs.stanford.edu');
    await userEvent.type(screen.getByLabelText('Password'), 'Sunny-Day1');
    await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    expect(await screen.findByRole('button', { name: 'Send reset link' })).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@cs.stanford.edu');
    await userEvent.click(screen.getByRole('link', { name: 'Back to log in' }));
    expect(await screen.findByLabelText('Email')).toHaveValue('ada@cs.stanford.edu');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    await userEvent.click(screen.getByRole('link', { name: 'Create an account' }));
    await userEvent.type(await screen.findByLabelText('Full name'), 'Ada');
    cleanup();
    visit('/register');
    expect(await screen.findByLabelText('Full name')).toHaveValue('Ada');
    expect(screen.getByLabelText('Email')).toHaveValue('ada@cs.stanford.edu');
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  it('needs a .edu address', async () => {
    visit('/forgot-password');
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@gmail.com{Enter}');
    expect(await screen.findByText('Please enter a valid .edu email address')).toBeVisible();
  });
});
