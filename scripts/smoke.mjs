import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { contract } from '@spareswipe/contract';
import { initClient } from '@ts-rest/core';
import { openMailbox } from './smoke/mailbox.mjs';
import { openLiveLists } from './smoke/live-lists.mjs';
import { checkPages } from './smoke/pages.mjs';

/**
 * `pnpm smoke [app] [mails]`: runs the main job on a running system such as docker/compose.yml: two students register, one
 * requests a meal, the other fulfills it, the credit moves. Does not delete these students and their request. Checks the
 * headers of nginx first.
 */
const [app = 'http://localhost:8080', mails = 'http://localhost:8025'] = process.argv.slice(2);
const mailbox = openMailbox(mails);

const api = (token) =>
  initClient(contract, {
    baseUrl: app,
    baseHeaders: token ? { authorization: `Bearer ${token}` } : {},
    validateResponse: true,
  });

async function step(name, work) {
  const result = await work();
  console.log(`ok  ${name}`);
  return result;
}

/** Returns the body of a response after checking its status. */
function expected({ status: actual, body }, status) {
  assert.equal(actual, status, JSON.stringify(body));
  return body;
}

async function untilReady() {
  for (const end = Date.now() + 60_000; ; await wait(500)) {
    const response = await fetch(`${app}/api/health/ready`).catch(() => undefined);
    if (response?.ok) return;
    assert.ok(Date.now() < end, `${app} is not ready after a minute`);
  }
}

async function register(name) {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${randomUUID().slice(0, 8)}@smoke.edu`;
  const phoneNumber = `+1${randomInt(2_000_000_000, 9_999_999_999)}`;
  const details = { name, email, phoneNumber, password: 'Sunny-Day1', rolePreference: 'both' };
  expected(await api().auth.register({ body: details }), 201);
  const { text } = await mailbox.mailTo(email, /verify/i);
  const [, origin, token] = /(https?:\/\/\S+)\/verify-email\/([\w-]+)/.exec(text);
  assert.equal(origin, new URL(app).origin, 'mails link to the address that students use: APP_ORIGIN');
  expected(await api().auth.verifyEmail({ params: { token } }), 200);
  const loggedIn = expected(await api().auth.login({ body: { email, password: details.password } }), 200);
  assert.equal(loggedIn.user.verified, true);
  return { ...details, token: loggedIn.token };
}

const creditsOf = async ({ token }) => expected(await api(token).users.me(), 200).user.credits;

async function exchange(requester, fulfiller) {
  const [requesterHad, fulfillerHad] = [await creditsOf(requester), await creditsOf(fulfiller)];
  const meal = { mealPeriod: 'dinner', mealDescription: `Pad thai ${randomUUID()}`, location: 'North Hall' };
  const deadline = new Date(Date.now() + 5 * 3_600_000).toISOString();
  const lists = await openLiveLists(app, fulfiller.token);
  const { request } = expected(await api(requester.token).requests.create({ body: { ...meal, deadline } }), 201);
  await lists.changed();
  const found = expected(await api(fulfiller.token).requests.browse({ query: { search: meal.mealDescription } }), 200);
  assert.deepEqual(
    found.requests.map(({ _id }) => _id),
    [request._id],
  );
  const { match } = expected(await api(fulfiller.token).matches.accept({ body: { requestId: request._id } }), 201);
  for (const [reader, other] of [
    [requester, fulfiller],
    [fulfiller, requester],
  ]) {
    const mail = await mailbox.mailTo(reader.email, /match/i);
    for (const detail of [other.name, other.email, other.phoneNumber, meal.mealDescription, meal.location])
      assert.ok(mail.text.includes(detail), `the mail to ${reader.name} contains ${detail}`);
    assert.match(await mail.attachment(/\.ics$/), /BEGIN:VEVENT/);
  }
  expected(await api(requester.token).matches.complete({ params: { id: match._id } }), 200);
  assert.equal(await creditsOf(requester), requesterHad - 1);
  assert.equal(await creditsOf(fulfiller), fulfillerHad + 1);
}

await step('the system is ready', untilReady);
await checkPages(app, step);
const ruth = await step('a student registers, verifies and logs in', () => register('Ruth Requester'));
const finn = await step('another student does the same', () => register('Finn Fulfiller'));
await step('one requests a meal, the other fulfills it for one credit, and both get each other’s contact details', () =>
  exchange(ruth, finn),
);
