import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeServer } from '../../test/fake-server';
import { given } from '../../test/given';
import { address, visit } from '../../test/visit';

const link = (name: string) => screen.findByRole('link', { name });

describe('the landing page', () => {
  it('asks a visitor to join [spec §1.12 §2.16]', async () => {
    visit('/');
    expect(await link('Join Our Community')).toHaveAttribute('href', '/register');
    expect(await link('Welcome Back')).toHaveAttribute('href', '/login');
    expect(await link('Start Your Journey')).toHaveAttribute('href', '/register');
  });

  it('takes a verified student on to the meals [spec §2.15 §2.17]', async () => {
    visit('/', { as: given.student() });
    expect(await link('Go to Dashboard')).toHaveAttribute('href', '/dashboard');
    expect(screen.getAllByRole('link', { name: 'Browse Requests' }).at(-1)).toHaveAttribute('href', '/requests');
    expect(screen.queryByRole('link', { name: 'Start Your Journey' })).not.toBeInTheDocument();
  });

  it('asks an unverified student to join, without the last call [spec §2.16]', async () => {
    visit('/', { as: given.student({ verified: false }) });
    await waitFor(() => expect(screen.getByText('Join Our Community')).toBeVisible());
    expect(screen.queryByRole('link', { name: 'Start Your Journey' })).not.toBeInTheDocument();
  });

  it('asks nobody to join before it knows who is visiting, nor while it cannot find out [spec §2.17]', async () => {
    const server = fakeServer();
    server.down();
    visit('/', { as: given.student(), server });
    expect(screen.queryByRole('link', { name: 'Start Your Journey' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Log in' })).not.toBeInTheDocument();
    expect(screen.getByText('Join Our Community')).not.toBeVisible();
    expect(await link('Go to Dashboard')).toHaveAttribute('href', '/dashboard');
    for (const name of ['Join Our Community', 'Start Your Journey', 'Log in'])
      expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
  });

  it('shows features, three steps and a sample request [spec §1.11]', () => {
    visit('/');
    expect(screen.getByRole('region', { name: 'Good food, shared fairly' })).toBeVisible();
    const steps = screen.getByRole('region', { name: 'How it works' });
    expect(steps.querySelectorAll('ol > li')).toHaveLength(3);
    expect(screen.getByRole('article', { name: 'Sample request' })).toHaveTextContent('Medium Priority');
  });

  it('names universities without calling them partners already [spec §1.12]', () => {
    visit('/');
    const marks = screen.getByRole('region', { name: 'Universities we hope to partner with' });
    expect(marks.querySelectorAll('li').length).toBeGreaterThan(5);
    expect(marks).toHaveTextContent('We have no partner universities yet');
    expect(marks).toHaveTextContent('not affiliated with');
  });

  it('says that it belongs to no university, and what it is not [spec §1.12]', () => {
    visit('/');
    expect(screen.getByText(/not affiliated with, or endorsed by, any of these universities/)).toBeVisible();
    const rules = screen.getByRole('region', { name: 'Before you pull up a chair' });
    expect(rules).toHaveTextContent("Check your meal plan's guest rules");
    expect(rules).toHaveTextContent('payments between students are not part of this');
  });

  it('leads to the registration [spec §2.17]', async () => {
    visit('/');
    await userEvent.click(await link('Start Your Journey'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Join Our Community' })).toHaveFocus();
    expect(address()).toBe('/register');
  });
});
