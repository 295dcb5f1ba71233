import { describe, expect, it } from '@jest/globals';
import { contract, PAGE_SIZE, type Match, type MealRequest } from '@spareswipe/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { places } from '../../test/cards';
import { created, failure, fakeServer, type FakeServer, ok } from '../../test/fake-server';
import { given } from '../../test/given';
import { address, visit } from '../../test/visit';

const mia = given.student({ name: 'Mia Chen' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** A promise that the test resolves. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** 21 items, the last of them alone on page 3. `pageOf` gives a page of what is left and who may be asked for it. */
function threePages<Item>(items: Item[]) {
  const left = [...items];
  const pageOf = (current: number) => {
    const pages = Math.ceil(left.length / PAGE_SIZE);
    const shown = left.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE);
    const bounds = { hasPrev: current > 1, hasNext: current < pages };
    return { shown, pagination: given.pagination({ current, pages, total: left.length, ...bounds }) };
  };
  return { pageOf, takeLast: () => left.pop() };
}

const TWENTY_ONE = Array.from({ length: 21 }, (_, index) => `Meal ${index + 1}`);
const soups = (fields: Partial<MealRequest>) =>
  TWENTY_ONE.map((mealDescription) => given.request({ mealDescription, ...fields }));

/** One of the three lists with pages, the action that takes the last item off it, and its response. */
interface List {
  name: string;
  group: 'Requests' | 'Matches';
  path: string;
  serve(server: FakeServer, asked: (page: number) => Promise<void>, decided: () => Promise<boolean>): void;
  act(): Promise<void>;
}

const LISTS: List[] = [
  {
    name: 'browsing',
    group: 'Requests',
    path: '/requests',
    serve(server, asked, decided) {
      const { pageOf, takeLast } = threePages(soups({}));
      server
        .on(contract.requests.browse, async ({ query }) => {
          await asked(Number(query.page));
          const { shown, pagination } = pageOf(Number(query.page));
          return ok({ requests: shown, pagination });
        })
        .on(contract.matches.accept, async () => {
          if (!(await decided())) return failure('BUSY');
          takeLast();
          return created({ match: given.match() });
        });
    },
    act: () => press('Accept Request'),
  },
  {
    name: 'active requests',
    group: 'Requests',
    path: '/my-requests?status=active',
    serve(server, asked, decided) {
      const { pageOf, takeLast } = threePages(soups({ isOwn: true }));
      server
        .on(contract.requests.mine, async ({ query }) => {
          await asked(Number(query.page));
          const { shown, pagination } = pageOf(Number(query.page));
          const counts = { all: 21, active: pagination.total, matched: 0, completed: 0, cancelled: 0, expired: 0 };
          return ok({ requests: shown, pagination, counts });
        })
        .on(contract.requests.cancel, async () => {
          if (!(await decided())) return failure('BUSY');
          takeLast();
          return ok({ message: 'Done', creditsRemaining: 4 });
        });
    },
    async act() {
      await press('Cancel');
      const dialog = within(await screen.findByRole('dialog'));
      await userEvent.click(await dialog.findByRole('button', { name: 'Yes, cancel request' }));
    },
  },
  {
    name: 'matches under way',
    group: 'Matches',
    path: '/matches?status=accepted',
    serve(server, asked, decided) {
      const matches = TWENTY_ONE.map((mealDescription): Match => {
        const match = given.match();
        return { ...match, request: { ...match.request, mealDescription } };
      });
      const { pageOf, takeLast } = threePages(matches);
      server
        .on(contract.matches.mine, async ({ query }) => {
          await asked(Number(query.page));
          const { shown, pagination } = pageOf(Number(query.page));
          const counts = { all: 21, accepted: pagination.total, completed: 21 - pagination.total };
          return ok({ matches: shown, pagination, counts });
        })
        .on(contract.matches.complete, async () => {
          if (!(await decided())) return failure('MATCH_NOT_ACTIVE');
          takeLast();
          return ok({ match: matches[20]! });
        });
    },
    act: () => press('Mark Complete'),
  },
];

describe.each(LISTS)('the last page of $name, with one item that is about to leave', ({ group, path, serve, act }) => {
  /** Opens page 3 and starts the action; `decide` lets the server respond to it, `show` to the call for page 2. */
  async function leaveTheLastPage(isTaken: boolean) {
    const [decision, pageTwo] = [gate(), gate()];
    const server = fakeServer();
    serve(
      server,
      (page) => (page === 2 ? pageTwo.opened : Promise.resolve()),
      () => decision.opened.then(() => isTaken),
    );
    visit(`${path}${path.includes('?') ? '&' : '?'}page=3`, { as: mia, server });
    expect(await screen.findByRole('article', { name: 'Meal 21' })).toBeVisible();
    await act();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return { decide: decision.open, show: pageTwo.open };
  }

  it('keeps its place until the student leaves it for the last page that exists [spec §2.47]', async () => {
    const { decide, show } = await leaveTheLastPage(true);
    expect(screen.getByRole('article', { name: 'Meal 21' })).toBeVisible();
    expect(screen.getByText('Page 3 of 3')).toBeVisible();
    decide();
    expect(await screen.findByText('Page 2 of 2')).toBeVisible();
    expect(places(group)).toHaveLength(1);
    expect(address()).toBe(`${path}${path.includes('?') ? '&' : '?'}page=3`);
    show();
    await press('Previous');
    expect(await screen.findByRole('article', { name: 'Meal 20' })).toBeVisible();
    expect(screen.getByText('Page 2 of 2')).toBeVisible();
    expect(address()).toBe(`${path}${path.includes('?') ? '&' : '?'}page=2`);
  });

  it('keeps it for good when that failed', async () => {
    const { decide } = await leaveTheLastPage(false);
    decide();
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('article', { name: 'Meal 21' })).toBeVisible();
    expect(screen.getByText('Page 3 of 3')).toBeVisible();
  });
});
