import { describe, expect, it, jest } from '@jest/globals';
import { contract, UNDO_ACCEPT_SECONDS } from '@spareswipe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { sentence } from '../../test/sentence';
import { ada, having, inMinutes, meal, reachGraceAt, ways } from '../../test/upcoming';
import { visit } from '../../test/visit';

describe('the contact of a match', () => {
  it('begins a text with "I\'m at" from half an hour before the deadline to half an hour after it', async () => {
    const cases = [
      [31, 'about our meal at'],
      [29, "I'm at"],
      [-29, "I'm at"],
      [-31, 'about our meal at'],
    ] as const;
    const matches = cases.map(([minutes]) =>
      given.match({
        request: meal({ mealDescription: `${minutes} min`, location: 'Stern', deadline: inMinutes(minutes) }),
      }),
    );
    visit('/matches', { as: ada, server: having(...matches) });
    for (const [minutes, what] of cases) {
      const card = within(await screen.findByRole('article', { name: `${minutes} min` }));
      expect(ways(within(card.getByRole('region', { name: 'Contact Grace Hopper' })))).toEqual(
        reachGraceAt('Stern', what),
      );
    }
  });

  it('stands on its card, and one press texts, calls, mails or saves the date', async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = (file) => `blob:${saved.push(file as Blob)}`;
    URL.revokeObjectURL = () => undefined;
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const match = given.match({ request: meal({ location: 'Café; 2nd floor', deadline: '2031-11-20T18:00:00.000Z' }) });
    visit('/matches', { as: ada, server: having(match) });
    const contact = within(await screen.findByRole('region', { name: 'Contact Grace Hopper' }));
    expect(contact.getByText('+1 203 555 0100')).toBeVisible();
    expect(contact.getByText(sentence('grace@yale.edu'))).toBeVisible();
    expect(ways(contact)).toEqual(reachGraceAt('Café; 2nd floor'));

    await userEvent.click(contact.getByRole('button', { name: 'Add to calendar' }));
    const reader = new FileReader();
    reader.readAsText(saved[0]!);
    const text = (await waitFor(() => reader.result ?? Promise.reject(new Error('still reading')))) as string;
    expect(text).toContain(`UID:${match._id.slice(0, 10)}`);
    expect(text.replaceAll('\r\n ', '')).toContain('LOCATION:Café\\; 2nd floor\r\n');
    expect(text).toContain('DTSTART:20311120T180000Z\r\nDTEND:20311120T183000Z\r\n');
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    click.mockRestore();
  });

  it('is announced while the accept can be undone, and comes by itself', async () => {
    const createdAt = new Date(Date.now() - UNDO_ACCEPT_SECONDS * 1000 + 300).toISOString();
    const fresh = given.match({ createdAt, contact: null });
    const server = having(fresh);
    visit('/matches', { as: ada, server });
    expect(await screen.findByText(/see how to reach each other in a few seconds/)).toBeVisible();
    fresh.contact = { email: 'grace@yale.edu', phoneNumber: '+1 203 555 0100' };
    expect(await screen.findByRole('region', { name: 'Contact Grace Hopper' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('lets the fulfiller take the accept back with one press meanwhile, and only the fulfiller', async () => {
    // ahead: the seconds of Undo begin when the card shows, however long that takes
    const createdAt = inMinutes(1);
    const mine = given.match({ createdAt, contact: null, request: meal({ mealDescription: 'Ramen' }) });
    const theirs = given.match({ createdAt, contact: null, userRole: 'requester' });
    const server = having(mine, theirs).on(contract.matches.release, () => {
      mine.status = 'cancelled';
      return ok({ match: mine, isUndone: true });
    });
    visit('/matches', { as: ada, server });
    const ramen = within(await screen.findByRole('article', { name: 'Ramen' }));
    expect(screen.getAllByRole('button', { name: 'Undo' })).toEqual([ramen.getByRole('button', { name: 'Undo' })]);
    await userEvent.click(ramen.getByRole('button', { name: 'Undo' }));
    expect(await ramen.findByText('Cancelled')).toBeVisible();
    expect(server.calls(contract.matches.release)[0]?.params).toEqual({ id: mine._id });
  });

  it('is on no match that is over, and in the browser’s storage only as the phone number of the next meal', async () => {
    const over = [
      given.match({ status: 'completed', contact: null }),
      given.match({ status: 'cancelled', contact: null }),
      given.match({ contact: null, request: meal({ deadline: inMinutes(-49 * 60) }) }),
    ];
    visit('/matches', {
      as: ada,
      server: having(...over, given.match({ request: meal({ mealDescription: 'Next' }) })),
    });
    await screen.findByRole('article', { name: 'Next' });
    expect(screen.getAllByRole('region', { name: /^Contact/ })).toHaveLength(1);
    expect(screen.queryByText(/in a few seconds/)).toBeNull();
    const kept = JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), window.history.state]);
    expect(kept).not.toMatch(/grace@/);
    expect(kept.match(/203 ?555/g)).toHaveLength(1);
  });
});

describe('an accept that has just begun', () => {
  const createdAt = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();

  it('offers no Undo in the last second, which a press would hardly reach', async () => {
    visit('/matches', { as: ada, server: having(given.match({ createdAt: createdAt(9.3), contact: null })) });
    expect(await screen.findByText(/in a few seconds/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('says so when an Undo reaches the server too late', async () => {
    const match = given.match({ createdAt: inMinutes(1), contact: null });
    const server = having(match).on(contract.matches.release, () => {
      match.status = 'cancelled';
      return ok({ match, isUndone: false });
    });
    visit('/matches', { as: ada, server });
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText("Undo came too late: Grace gets an email that you can't make it.")).toBeVisible();
  });
});
