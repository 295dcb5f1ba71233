import { describe, expect, it } from '@jest/globals';
import { contract, type Campus } from '@spareswipe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { failure, fakeServer, ok } from '../../test/fake-server';
import { given, myMatches, myRequests } from '../../test/given';
import { visit } from '../../test/visit';
import { campus as campusOfForm, control, fill, sent, submit } from '../../test/write-request';

const NOTICE = 'The halls are closed for the fall break.';
const UNTIL = new Date(2031, 10, 30, 8, 0).toISOString();
const WORDS = `Your campus is paused: ${NOTICE} (until Nov 30, 2031 at 8:00 AM)`;
const TITLE = 'Your campus is paused until Nov 30, 2031 at 8:00 AM';
const mia = given.student({ name: 'Mia Chen' });
const refused = () =>
  failure('CAMPUS_PAUSED', {
    message: `Your campus is paused: ${NOTICE}`,
    notice: NOTICE,
    pausedUntil: UNTIL,
  });

/** A server whose campus is paused, or says this of itself. */
const on = (server = fakeServer(), fields: Partial<Campus> = { pause: { notice: NOTICE, until: UNTIL } }) =>
  server.on(contract.campuses.mine, ok({ campus: given.campus({ institution: mia.institution, ...fields }) }));

const withRamen = () =>
  fakeServer().on(
    contract.requests.browse,
    ok({ requests: [given.request({ mealDescription: 'Ramen' })], pagination: given.pagination() }),
  );
const dashboard = () =>
  fakeServer()
    .on(contract.account.stats, ok({ stats: given.stats({ requests: { active: 0, total: 1 } }) }))
    .on(contract.requests.mine, myRequests())
    .on(contract.matches.mine, myMatches());
const acceptButton = async () =>
  within(await screen.findByRole('article', { name: 'Ramen' })).getByRole('button', { name: 'Accept Request' });

describe('on a paused campus', () => {
  it('Create says why and until when, instead of letting a student write for nothing', async () => {
    visit('/create-request', { as: mia, server: on(campusOfForm()) });
    expect(await screen.findByText(TITLE)).toBeVisible();
    expect(screen.getByText(NOTICE)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create Request' })).toBeNull();
  });

  it('the dashboard says why and until when, too', async () => {
    visit('/dashboard', { as: mia, server: on(dashboard()) });
    expect(await screen.findByText(TITLE)).toBeVisible();
    expect(screen.getByText(NOTICE)).toBeVisible();
  });

  it('no meals on sale lead nobody to requests that cannot be accepted', async () => {
    const pause = { notice: NOTICE, until: UNTIL };
    visit('/purchase-meals', { as: mia, server: on(fakeServer(), { mealsOnSale: false, pause }) });
    await screen.findByRole('heading', { name: 'Your campus does not sell meals' });
    const main = within(screen.getByRole('main'));
    expect(main.queryByText(/earn meals/)).toBeNull();
    expect(main.queryByRole('link', { name: 'Browse Requests' })).toBeNull();
  });

  it('a form that was begun before stays as written, and its button says why it sends nothing', async () => {
    const server = on(campusOfForm(), {});
    visit('/create-request', { as: mia, server });
    await fill();
    on(server);
    server.on(contract.requests.create, refused());
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent(WORDS);
    expect(await screen.findByText(TITLE)).toBeVisible();
    expect(await control('What food')).toHaveValue('Pad thai');
    await submit();
    expect(screen.getByRole('button', { name: 'Create Request' })).toHaveAccessibleDescription(WORDS);
    expect(sent(server)).toHaveLength(1);
  });

  it('Browse shows requests, and every way to accept says why it is off', async () => {
    const server = on(withRamen());
    visit('/requests', { as: mia, server });
    expect(await screen.findByText(TITLE)).toBeVisible();
    const button = await acceptButton();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(`Ramen Yale University yale ${WORDS}`);
    await userEvent.click(button);
    expect(server.calls(contract.matches.accept)).toHaveLength(0);
  });

  it('a refusal that the screen did not expect is in the same words', async () => {
    const server = on(withRamen(), {}).on(contract.matches.accept, refused());
    visit('/requests', { as: mia, server });
    await userEvent.click(await acceptButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(WORDS);
    expect(await acceptButton()).toHaveAccessibleDescription(`Ramen Yale University yale ${WORDS}`);
  });
});

it('a pause of another campus bars Accept on its requests until it ends', async () => {
  const requests = [
    given.request({ mealDescription: 'Ramen', campusPause: { notice: NOTICE, until: UNTIL } }),
    given.request({
      mealDescription: 'Soup',
      campusPause: { notice: NOTICE, until: new Date(2020, 1, 1).toISOString() },
    }),
  ];
  const server = on(
    fakeServer().on(contract.requests.browse, ok({ requests, pagination: given.pagination({ total: 2 }) })),
    {},
  );
  visit('/requests', { as: mia, server });
  const button = await acceptButton();
  expect(button).toHaveAccessibleDescription(
    `Ramen Yale University yale The campus of this request is paused: ${NOTICE} (until Nov 30, 2031 at 8:00 AM)`,
  );
  await userEvent.click(button);
  expect(server.calls(contract.matches.accept)).toHaveLength(0);
  const soup = within(screen.getByRole('article', { name: 'Soup' }));
  expect(soup.getByRole('button', { name: 'Accept Request' })).not.toHaveAttribute('aria-disabled');
});

describe('on an open campus', () => {
  it('the accept is there once a pause is over', async () => {
    const pause = { notice: NOTICE, until: new Date(2020, 1, 1).toISOString() };
    visit('/requests', { as: mia, server: on(withRamen(), { pause }) });
    expect(await acceptButton()).not.toHaveAttribute('aria-disabled');
    expect(screen.queryByText(/is paused/)).toBeNull();
  });

  it.each(['/requests', '/create-request'])('%s shows the rules for guest meals, with their link', async (path) => {
    const guestRules = { text: 'Two guests a week.', url: 'https://state.edu/dining' };
    const server = path === '/requests' ? withRamen() : campusOfForm();
    visit(path, { as: mia, server: on(server, { guestRules }) });
    const rules = within(await screen.findByRole('region', { name: 'Guest meals on your campus' }));
    expect(rules.getByText('Two guests a week.')).toBeVisible();
    expect(rules.getByRole('link', { name: 'Read the rules' })).toHaveAttribute('href', 'https://state.edu/dining');
  });

  /** A campus that allows two open requests. The student has one active request and this many matched ones. */
  const limited = (matched: number) => {
    const counts = { all: 4, active: 1, matched, completed: 2, cancelled: 0, expired: 0 };
    return on(campusOfForm(), { openRequestsMax: 2 }).on(
      contract.requests.mine,
      ok({ requests: [], pagination: given.pagination({ total: 0 }), counts }),
    );
  };

  it('Create says how many open requests the campus allows at once', async () => {
    const server = limited(0);
    visit('/create-request', { as: mia, server });
    expect(await screen.findByText('Your campus allows 2 open requests at once.')).toBeVisible();
    await waitFor(() => expect(server.calls(contract.requests.mine)).not.toEqual([]));
    expect(screen.getByRole('button', { name: 'Create Request' })).not.toHaveAttribute('aria-disabled');
  });

  it('Create bars its button once the student has reached the limit', async () => {
    const server = limited(1);
    visit('/create-request', { as: mia, server });
    const words = 'Your campus allows 2 open requests at once. Wait for one to end, or cancel one.';
    const button = await screen.findByRole('button', { name: 'Create Request', description: words });
    await userEvent.click(button);
    expect(sent(server)).toHaveLength(0);
  });

  it('Create does not count requests if the campus sets no limit', async () => {
    const server = on(campusOfForm(), {});
    visit('/create-request', { as: mia, server });
    await waitFor(() => expect(server.calls(contract.campuses.mine)).not.toEqual([]));
    expect(await screen.findByRole('button', { name: 'Create Request' })).not.toHaveAttribute('aria-disabled');
    expect(server.calls(contract.requests.mine)).toEqual([]);
  });

  it.each([
    ['the dashboard leads to more meals', true],
    ['the dashboard leads to no purchase if the campus sells no meals', false],
  ])('%s', async (_name, mealsOnSale) => {
    visit('/dashboard', { as: mia, server: on(dashboard(), { mealsOnSale }) });
    await screen.findByRole('list', { name: 'Your numbers' });
    expect(screen.queryAllByRole('link', { name: 'Get more meals' })).toHaveLength(mealsOnSale ? 1 : 0);
  });

  it('Create does not offer to buy meals if the campus sells none', async () => {
    const broke = given.student({ institution: mia.institution, credits: 0 });
    visit('/create-request', { as: broke, server: on(campusOfForm(), { mealsOnSale: false }) });
    expect(await screen.findByRole('link', { name: 'Fulfill other requests' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Buy more meals' })).toBeNull();
  });
});
