import { describe, expect, it } from '@jest/globals';
import { ACCEPT_MESSAGE, contract } from '@spareswipe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { campusWith, card, inMinutes, mia } from '../../test/browse';
import { places } from '../../test/cards';
import { created, failure, ok } from '../../test/fake-server';
import { given, myMatches } from '../../test/given';
import { sentence } from '../../test/sentence';
import { visit } from '../../test/visit';

describe('accepting a request', () => {
  it('accepts once with the fixed offer of help, also after a lost response, says so and what Undo does, and reloads the list [spec §2.34 §7.6 §7.11 §8.22]', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }), given.request({ mealDescription: 'Soup' }));
    visit('/requests', { as: mia, server });
    const accept = (await card('Ramen')).getByRole('button', { name: 'Accept Request' });
    server.loseAnswer(contract.matches.accept);
    await userEvent.dblClick(accept);
    expect(await screen.findByText('Request accepted! Contact information has been shared via email.')).toBeVisible();
    expect(screen.queryByText('Failed to accept request')).toBeNull();
    expect(await screen.findByText(sentence("You're helping Grace · See match"))).toBeVisible();
    expect(screen.getByRole('button', { name: /^Undo/ })).toHaveAccessibleDescription(
      "You're helping Grace Undo gives the request back. You can't accept it again.",
    );
    expect(screen.getByRole('link', { name: 'See match' })).toHaveAccessibleDescription("You're helping Grace");
    expect(screen.queryByRole('article', { name: 'Ramen' })).toBeNull();
    expect(screen.getByRole('article', { name: 'Soup' })).toBeVisible();
    await waitFor(() => expect(server.calls(contract.requests.browse)).toHaveLength(2));
    const [first, second, ...more] = server.calls(contract.matches.accept);
    expect(more).toHaveLength(0);
    expect(first?.body.message).toBe(ACCEPT_MESSAGE);
    expect(first?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect(second?.body).toEqual(first?.body);
  });

  it('names the campus of a request at another one', async () => {
    const far = given.request({ mealDescription: 'Ramen' });
    const near = given.request({ mealDescription: 'Soup', campus: { ...far.campus, institution: mia.institution } });
    visit('/requests', { as: mia, server: campusWith(near, far) });
    const accept = (card: { getByRole: typeof screen.getByRole }) => card.getByRole('button', { name: /^Accept/ });
    expect(accept(await card('Ramen'))).toHaveAccessibleDescription('Ramen Yale University yale');
    expect(accept(await card('Soup'))).toHaveAccessibleDescription('Soup');
  });

  it('puts the request back in its place when it failed, and repeats the call under the same key', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }), given.request({ mealDescription: 'Soup' }));
    visit('/requests', { as: mia, server });
    const accept = async () => (await card('Ramen')).getByRole('button', { name: 'Accept Request' });
    const button = await accept();
    server.on(contract.matches.accept, failure('INTERNAL'));
    await userEvent.click(button);
    await screen.findByText('Something went wrong on our side. Please try again.');
    await card('Ramen');
    expect(screen.getAllByRole('article').map((article) => within(article).getByRole('heading').textContent)).toEqual([
      'Ramen',
      'Soup',
    ]);
    await userEvent.click(await accept());
    await waitFor(() => expect(server.calls(contract.matches.accept)).toHaveLength(2));
    const keys = server.calls(contract.matches.accept).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  it('says that it failed when no response comes, and no longer offers a request that was accepted all the same [spec §8.23]', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }));
    visit('/requests', { as: mia, server });
    const ramen = await card('Ramen');
    server.on(contract.matches.accept, () => {
      server.on(contract.requests.browse, ok({ requests: [], pagination: given.pagination({ total: 0, pages: 0 }) }));
      throw new TypeError('Failed to fetch');
    });
    await userEvent.click(ramen.getByRole('button', { name: 'Accept Request' }));
    expect(await screen.findByText('Failed to accept request')).toBeVisible();
    expect(await screen.findByText('No longer open')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accept Request' })).toBeNull();
  });

  it('shows that the student has the meal, although every response was lost', async () => {
    const ramen = given.request({ mealDescription: 'Ramen' });
    const server = campusWith(ramen);
    visit('/requests', { as: mia, server });
    const shown = await card('Ramen');
    server.on(contract.matches.accept, () => {
      const match = given.match({ createdAt: new Date().toISOString() });
      server
        .on(contract.requests.browse, ok({ requests: [], pagination: given.pagination() }))
        .on(contract.matches.mine, myMatches({ ...match, request: { ...match.request, _id: ramen._id } }));
      throw new TypeError('Failed to fetch');
    });
    await userEvent.click(shown.getByRole('button', { name: 'Accept Request' }));
    expect(await screen.findByText(sentence("You're helping Grace · See match"))).toBeVisible();
    expect(screen.queryByText('No longer open')).toBeNull();
    expect(screen.getByRole('button', { name: /^Undo/ })).toBeVisible();
  });

  it.each([
    ['', { total: 0, pages: 0 }],
    [', also at the edge of a page', { total: 20, pages: 2, hasNext: true }],
  ])('says that somebody else was first, and no longer offers the request%s [spec §8.23]', async (_where, page) => {
    const gone = given.request({ mealDescription: 'Ramen' });
    const server = campusWith(gone);
    visit('/requests', { as: mia, server });
    const ramen = await card('Ramen');
    server.on(contract.matches.accept, failure('REQUEST_NOT_AVAILABLE'));
    server.on(contract.requests.browse, ok({ requests: [], pagination: given.pagination(page) }));
    await userEvent.click(ramen.getByRole('button', { name: 'Accept Request' }));
    expect(await screen.findByText('This request is no longer available')).toBeVisible();
    expect(await screen.findByText('No longer open')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accept Request' })).toBeNull();
  });

  it('says at the card too why it could not be accepted, until it can', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }), given.request({ mealDescription: 'Soup' }));
    const words = 'You have promised 10 meals. Complete or release one first.';
    visit('/requests', { as: mia, server });
    const accept = async (name: string) => (await card(name)).findByRole('button', { name: 'Accept Request' });
    const ramen = await accept('Ramen');
    server.on(contract.matches.accept, failure('TOO_MANY_OPEN_MATCHES', { message: words }));
    await userEvent.click(ramen);
    expect(within(await screen.findByRole('alert')).getByText(words)).toBeVisible();
    expect(await (await card('Ramen')).findByText(words)).toBeVisible();
    expect(await accept('Ramen')).toHaveAccessibleDescription(`Ramen Yale University yale ${words}`);
    expect(await accept('Soup')).toHaveAccessibleDescription('Soup Yale University yale');
    const rules = (await card('Ramen')).getByRole('link', { name: 'The rules of fair play' });
    expect(rules).toHaveAttribute('href', '/help#fair-play');
    server.on(contract.matches.accept, created({ match: given.match() }));
    await userEvent.click(await accept('Ramen'));
    expect(await screen.findByText('Request accepted! Contact information has been shared via email.')).toBeVisible();
    expect(await screen.findByText(/You're helping/)).toBeVisible();
    expect(screen.queryByText(words, { selector: '[id]' })).toBeNull();
  });

  it('shows that the student released a request before, and offers no second try', async () => {
    visit('/requests', { as: mia, server: campusWith(given.request({ mealDescription: 'Ramen', isReleased: true })) });
    const ramen = await card('Ramen');
    expect(ramen.getByText('You let this one go. Somebody else can help.')).toBeVisible();
    expect(ramen.queryByRole('button', { name: /^Accept/ })).toBeNull();
  });

  it('shows on the button that the accept is on its way, keeps every card in its place, and the focus at the pressed one after it', async () => {
    let answer = () => {};
    const pressed = new Promise<void>((resolve) => (answer = resolve));
    const server = campusWith(given.request({ mealDescription: 'Ramen' }), given.request({ mealDescription: 'Soup' }));
    visit('/requests', { as: mia, server });
    const button = (await card('Ramen')).getByRole('button', { name: 'Accept Request' });
    const [first] = places('Requests');
    const match = given.match();
    server.on(contract.matches.accept, async () => {
      await pressed;
      return created({ match });
    });
    const loader = () => button.querySelector('.mantine-Loader-root');
    expect(loader()).toBeNull();
    await userEvent.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
    expect(loader()).not.toBeNull();
    expect(button).toHaveAccessibleName('Accept Request');
    expect(button).toHaveFocus();
    expect(screen.getByRole('article', { name: 'Ramen' })).toBeVisible();
    answer();
    expect(await screen.findByText(/^Request accepted!/)).toBeVisible();
    expect(places('Requests')[0]).toBe(first);
    expect(within(first!).getByRole('link', { name: 'See match' })).toHaveAttribute(
      'href',
      `/matches?open=${match._id}`,
    );
    expect(first).toHaveFocus();
  });

  it('keeps the accepted request on the screen when it was the last one', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }));
    visit('/requests', { as: mia, server });
    await userEvent.click((await card('Ramen')).getByRole('button', { name: 'Accept Request' }));
    expect(await screen.findByText('0 requests')).toBeVisible();
    expect(screen.getByText(/You're helping/)).toBeVisible();
    expect(screen.queryByText('No requests right now')).toBeNull();
  });
});

describe('a suspended student', () => {
  const suspended = () => given.student({ strikes: { count: 2, suspendedUntil: inMinutes(5000) } });

  it('sees until when, and every way to accept says why it is barred [spec §4.16]', async () => {
    const server = campusWith(given.request({ mealDescription: 'Ramen' }));
    visit('/requests', { as: suspended(), server });
    expect(await screen.findByText(/^Your account is suspended until .+ at /)).toBeVisible();
    const button = (await card('Ramen')).getByRole('button', { name: 'Accept Request' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(/^Ramen Yale University yale You are suspended until .+ at /);
    await userEvent.click(button);
    expect(within(await screen.findByRole('alert')).getByText(/^You are suspended until/)).toBeVisible();
    expect(server.calls(contract.matches.accept)).toHaveLength(0);
  });

  it('whose screen does not know yet learns it from the server, and from then on from the screen', async () => {
    const server = campusWith(given.request());
    visit('/requests', { as: mia, server });
    const button = await screen.findByRole('button', { name: 'Accept Request' });
    const words = { message: 'Suspended until Friday', suspendedUntil: inMinutes(5000) };
    server.on(contract.matches.accept, failure('ACCOUNT_SUSPENDED', words));
    server.on(contract.users.me, ok({ user: suspended() }));
    await userEvent.click(button);
    expect(within(await screen.findByRole('alert')).getByText('Suspended until Friday')).toBeVisible();
    expect(await screen.findByRole('note', { name: /^Your account is suspended until / })).toBeVisible();
  });

  it('may accept again as soon as the suspension is over', async () => {
    const strikes = { count: 2, suspendedUntil: inMinutes(-1) };
    visit('/requests', { as: given.student({ strikes }), server: campusWith(given.request()) });
    expect(await screen.findByRole('button', { name: 'Accept Request' })).not.toHaveAttribute('aria-disabled');
  });
});
