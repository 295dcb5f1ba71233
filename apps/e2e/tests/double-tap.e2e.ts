import { short } from '../support/levels.js';
import { moveDeadline } from '../support/campus.js';
import {
  doubleTap,
  expectStill,
  phoneOf,
  settled,
  SLOWDOWNS,
  slower,
  tapAgainOnceGone,
  watchShifts,
} from '../support/phone.js';
import { acceptedMatch, api, inHours, postedRequest, verifiedStudent, type Student } from '../support/students.js';
import { expect, test } from '../support/test.js';

const ALL_GAPS = [0, 50, 100, 200, 300, 500, 700, 900];
const GAPS = short([0, 300, 900], { full: ALL_GAPS });
/** One rule guards all buttons: the other tests show that it guards theirs. */
const GAPS_ELSEWHERE = short([300], { full: ALL_GAPS });

async function allOf(student: Student) {
  const mine = await api(student.token).matches.mine({ query: {} });
  return mine.status === 200 ? mine.body.matches : [];
}

for (const rate of SLOWDOWNS) {
  test.describe(`a double tap on a phone${slower(rate)}`, () => {
    test('on Accept takes one meal, which stays accepted, and moves nothing', async ({ browser }) => {
      test.slow();
      const askers = await Promise.all(
        ['Ann', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay', 'Gia', 'Hoa']
          .slice(0, GAPS.length)
          .map((name) => verifiedStudent(name)),
      );
      const word = `ramen${Date.now()}`;
      for (const asker of askers)
        for (const n of [1, 2]) await postedRequest(asker, { mealDescription: `${word} ${n}`, deadline: inHours(3) });
      const taps = await verifiedStudent('Tap Twice');
      for (const [index, gap] of GAPS.entries()) {
        const page = await phoneOf(browser, taps, `/requests?search=${word}`, rate);
        await watchShifts(page);
        const accept = page.getByRole('button', { name: 'Accept Request' }).first();
        const { x, y, width, height } = (await accept.boundingBox())!;
        await doubleTap(page, accept, gap);
        await expect(page.getByText("You're helping").first(), `${gap} ms`).toBeVisible();
        await settled(page);
        // an impatient third tap must not take the meal back
        const undo = (await page.getByRole('button', { name: 'Undo' }).boundingBox())!;
        const isBelowFinger = Math.abs(undo.x + undo.width / 2 - x - width / 2) < undo.width / 2;
        expect(isBelowFinger && undo.y + undo.height > y && undo.y < y + height, `${gap} ms`).toBe(false);
        const matches = await allOf(taps);
        expect(
          matches.map(({ status }) => status),
          `${gap} ms`,
        ).toEqual(Array(index + 1).fill('accepted'));
        await expectStill(page, `${gap} ms`);
        await page.context().close();
      }
    });

    test('on Cancel cancels nothing without its question, and on "yes" one request', async ({ browser }) => {
      test.slow();
      const owners = await Promise.all(GAPS_ELSEWHERE.map((gap) => verifiedStudent(`Owner ${gap}`)));
      for (const [index, gap] of GAPS_ELSEWHERE.entries()) {
        const owner = owners[index]!;
        await postedRequest(owner);
        await postedRequest(owner);
        const page = await phoneOf(browser, owner, '/my-requests?status=active', rate);
        const active = async () => {
          const mine = await api(owner.token).requests.mine({ query: { status: 'active' } });
          return mine.status === 200 && mine.body.pagination.total;
        };
        await doubleTap(page, page.getByRole('button', { name: 'Cancel', exact: true }).first(), gap);
        const yes = page.getByRole('dialog').getByRole('button', { name: 'Yes, cancel request' });
        await expect(yes, `${gap} ms`).toBeVisible();
        expect(await active(), `${gap} ms`).toBe(2);
        await settled(page);
        await watchShifts(page);
        await doubleTap(page, yes, gap);
        await expect(page.getByText('Request cancelled successfully')).toBeVisible();
        await expect(page.getByRole('dialog'), `${gap} ms`).toHaveCount(0);
        expect(await active(), `${gap} ms`).toBe(1);
        await expectStill(page, `${gap} ms`);
        await page.context().close();
      }
    });

    test('on Mark Complete completes one match and opens nothing', async ({ browser }) => {
      test.slow();
      const helper = await verifiedStudent('Hal Helper');
      for (const gap of GAPS_ELSEWHERE) {
        const asker = await verifiedStudent(`Asker ${gap}`);
        for (const n of [1, 2])
          await acceptedMatch(helper, (await postedRequest(asker, { mealDescription: `Soup ${n}` }))._id);
        const page = await phoneOf(browser, asker, '/matches?status=accepted', rate);
        await doubleTap(page, page.getByRole('button', { name: 'Mark Complete' }).first(), gap);
        await expect(page.getByText('Match marked as completed!')).toBeVisible();
        await settled(page);
        const done = (await allOf(asker)).map(({ status }) => status).sort();
        expect(done, `${gap} ms`).toEqual(['accepted', 'completed']);
        await expect(page.getByRole('dialog'), `${gap} ms`).toHaveCount(0);
        for (const match of await allOf(asker)) await api(asker.token).matches.complete({ params: { id: match._id } });
        await page.context().close();
      }
    });

    test(
      'on Rate Experience of My Requests opens one dialog and presses nothing in it',
      { tag: '@full' },
      async ({ browser }) => {
        test.slow();
        const [asker, helper] = [await verifiedStudent('Ada Asks'), await verifiedStudent('Hal Helper')];
        await acceptedMatch(helper, (await postedRequest(asker))._id);
        for (const gap of GAPS_ELSEWHERE) {
          const page = await phoneOf(browser, asker, '/my-requests', rate);
          await watchShifts(page);
          await doubleTap(page, page.getByRole('button', { name: 'Rate Experience' }), gap);
          const dialog = page.getByRole('dialog', { name: 'Rate Your Experience' });
          await expect(dialog, `${gap} ms`).toBeVisible();
          await settled(page);
          await expect(dialog, `${gap} ms`).toHaveCount(1);
          await expect(dialog.getByRole('radio', { name: 'Yes', exact: true }), `${gap} ms`).toBeChecked();
          expect((await allOf(asker))[0]!.rating.requesterRating, `${gap} ms`).toBeNull();
          await expectStill(page, `${gap} ms`);
          await page.context().close();
        }
      },
    );

    test(
      'on "I can\'t make it" and "Rate" of Matches opens one dialog and presses nothing in it',
      { tag: '@full' },
      async ({ browser }) => {
        test.slow();
        const [asker, helper] = [await verifiedStudent('Ada Asks'), await verifiedStudent('Hal Helper')];
        for (const n of [1, 2])
          await acceptedMatch(helper, (await postedRequest(asker, { mealDescription: `Soup ${n}` }))._id);
        const page = await phoneOf(browser, helper, '/matches', rate);
        for (const gap of GAPS_ELSEWHERE)
          for (const [button, title, close] of [
            ["I can't make it", "Can't make it?", 'Keep this match'],
            ['Rate & Report Issues', 'Rate Your Experience', 'Cancel'],
          ] as const) {
            await settled(page);
            await doubleTap(page, page.getByRole('button', { name: button }).first(), gap);
            const dialog = page.getByRole('dialog', { name: title });
            await expect(dialog, `${button}, ${gap} ms`).toBeVisible();
            await settled(page);
            await expect(page.getByRole('dialog'), `${button}, ${gap} ms`).toHaveCount(1);
            await dialog.getByRole('button', { name: close }).tap();
            await expect(page.getByRole('dialog'), `${button}, ${gap} ms`).toHaveCount(0);
          }
        expect(await allOf(helper)).toMatchObject(
          Array(2).fill({ status: 'accepted', rating: { fulfillerRating: null } }),
        );
      },
    );

    test(
      'on "It\'s them" of the dashboard counts once, and completes nothing without the other side',
      { tag: '@full' },
      async ({ browser }) => {
        test.slow();
        for (const gap of GAPS_ELSEWHERE) {
          const [asker, helper] = [await verifiedStudent('Ada Asks'), await verifiedStudent('Hal Helper')];
          const request = await postedRequest(asker);
          await acceptedMatch(helper, request._id);
          await moveDeadline(request._id, 20);
          const page = await phoneOf(browser, asker, '/dashboard', rate);
          await watchShifts(page);
          await doubleTap(page, page.getByRole('button', { name: "It's them" }), gap);
          await expect(page.getByText('Waiting for Hal'), `${gap} ms`).toBeVisible();
          await settled(page);
          expect(await allOf(asker), `${gap} ms`).toMatchObject([
            {
              status: 'accepted',
              meeting: { isHere: { mine: false }, isMet: { mine: true, theirs: false } },
              rating: { requesterRating: null },
            },
          ]);
          await expect(page.getByRole('radio', { name: '5 stars' }), `${gap} ms`).toBeChecked();
          await expectStill(page, `${gap} ms`);
          await page.context().close();
        }
      },
    );

    test('on "It\'s them" or Accept presses nothing that a late response brings between the taps', async ({
      browser,
    }) => {
      test.slow();
      const [asker, helper] = [await verifiedStudent('Ada Asks'), await verifiedStudent('Hal Helper')];
      const word = `ramen${Date.now()}`;
      const soon = await postedRequest(asker);
      await postedRequest(asker, { mealDescription: word, deadline: inHours(3) });
      const match = await acceptedMatch(helper, soon._id);
      await moveDeadline(soon._id, 20);
      await api(helper.token).matches.met({ params: { id: match._id } });
      const late = async (student: Student, path: string) => {
        const page = await phoneOf(browser, student, path, rate);
        let respond = () => {};
        const responded = new Promise<void>((resolve) => (respond = resolve));
        await page.route(/\/api\/matches.*/, async (route) => {
          if (route.request().method() === 'POST') await responded;
          await route.continue();
        });
        return { page, respond };
      };
      const { page: meets, respond: respondToMet } = await late(asker, '/matches');
      const met = meets.getByRole('button', { name: "It's them" });
      // away from the bar at the bottom
      await met.evaluate((button) => button.scrollIntoView({ block: 'center' }));
      await tapAgainOnceGone(meets, met, respondToMet, meets.getByRole('button', { name: 'Submit Rating' }));
      await settled(meets);
      expect((await allOf(asker))[0]).toMatchObject({ status: 'completed', rating: { requesterRating: null } });
      await expect(meets.getByRole('radio', { name: '5 stars' })).toBeChecked();
      const { page: browse, respond: respondToAccept } = await late(helper, `/requests?search=${word}`);
      const more = browse.getByRole('button', { name: 'Tell me of other meals' });
      await tapAgainOnceGone(browse, browse.getByRole('button', { name: 'Accept Request' }), respondToAccept, more);
      await expect(browse.getByText("You're helping")).toBeVisible();
      await settled(browse);
      await expect(more).toBeVisible();
      await expect(browse.getByRole('dialog')).toHaveCount(0);
      expect((await allOf(helper)).map(({ status }) => status).sort()).toEqual(['accepted', 'completed']);
    });

    test(
      'on the second "It\'s them" of the dashboard completes the exchange and opens nothing',
      { tag: '@full' },
      async ({ browser }) => {
        test.slow();
        for (const [index, gap] of short([400], { full: [800, 600, 400, 250] }).entries()) {
          const [asker, helper] = [await verifiedStudent('Ada Asks'), await verifiedStudent('Hallie Helper')];
          const { request, _id: id } = await acceptedMatch(helper, (await postedRequest(asker))._id);
          await moveDeadline(request._id, 20);
          const [taps, other, name] = index % 2 ? [helper, asker, 'Ada'] : [asker, helper, 'Hallie'];
          await api(other.token).matches.met({ params: { id } });
          const page = await phoneOf(browser, taps, '/dashboard', rate);
          const below = page.getByRole('heading', { name: 'Create Request' });
          await doubleTap(page, page.getByRole('button', { name: "It's them" }), gap);
          const ended = page.getByRole('region', { name: `Your meal with ${name} is complete` });
          await settled(page);
          await expect(page, `${gap} ms`).toHaveURL(/\/dashboard$/, { timeout: 1000 });
          await expect(ended, `${gap} ms`).toBeVisible();
          expect(await allOf(taps), `${gap} ms`).toMatchObject([
            { status: 'completed', rating: { requesterRating: null, fulfillerRating: null } },
          ]);
          await expect(page.getByRole('dialog'), `${gap} ms`).toHaveCount(0);
          // until the student leaves
          await page.reload();
          await expect(below, `${gap} ms`).toBeVisible();
          await expect(ended, `${gap} ms`).toHaveCount(0);
          await page.context().close();
        }
      },
    );
  });
}
