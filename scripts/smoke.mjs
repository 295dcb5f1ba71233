import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { contract } from '@spareswipe/contract';
import { initClient } from '@ts-rest/core';
import { openMailbox } from './smoke/mailbox.mjs';
import { checkPages } from './smoke/pages.mjs';

/**
 * `pnpm smoke [app] [mails]`: the main job on a system that runs already, such as docker/compose.yml, through its front
 * door: two students register, one asks, the other brings, the credit moves. Leaves these students and their meal behind.
 */
const [app = 'http://localhost:8080', mails = 'http://localhost:8025'] = process.argv.slice(2);
const mailbox = openMailbox(mails);

const api = (token) =>
  initClient(contract, {
    baseUrl: app,
    baseHeaders: token ? { authorization: `Bearer ${token}` } : {},
    validateResponse: true,
  });

async function step(what, work) {
  const result = await work();
  console.log(`ok  ${what}`);
  return result;
}

/** The body of an answer, which has to have this status. */
function expected({ status: got, body }, status) {
  assert.equal(got, status, JSON.stringify(body));
  return body;
}

async function untilReady() {
  for (const end = Date.now() + 60_000; ; await wait(500)) {
    const answer = await fetch(`${app}/api/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    assert.ok(Date.now() < end, `${app} is not ready after a minute`);
  }
}

async function register(name) {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${randomUUID().slice(0, 8)}@smoke.edu`;
  const details = { name, email, phoneNumber: '+1 650 555 0199', password: 'Sunny-Day1', rolePreference: 'both' };
  expected(await api().auth.register({ body: details }), 201);
  const { text } = await mailbox.mailTo(email, /verify/i);
  const [, origin, token] = /(https?:\/\/\S+)\/verify-email\/([\w-]+)/.exec(text);
  assert.equal(origin, new URL(app).origin, 'mails link to the address that students use: APP_ORIGIN');
  expected(await api().auth.verifyEmail({ params: { token } }), 200);
  const loggedIn = expected(await api().auth.login({ body: { email, password: details.password } }), 200);
  assert.equal(loggedIn.user.verified, true);
  return { ...details, token: loggedIn.token };
}

const creditsOf = async ({ token }) => expected(await api(token).auth.me(), 200).user.credits;

async function exchange(asks, brings) {
  const [askerHad, bringerHad] = [await creditsOf(asks), await creditsOf(brings)];
  const meal = { mealPeriod: 'dinner', mealDescription: `Pad thai ${randomUUID()}`, location: 'North Hall' };
  const deadline = new Date(Date.now() + 5 * 3_600_000).toISOString();
  const { request } = expected(await api(asks.token).requests.create({ body: { ...meal, deadline } }), 201);
  const found = expected(await api(brings.token).requests.browse({ query: { search: meal.mealDescription } }), 200);
  assert.deepEqual(
    found.requests.map(({ _id }) => _id),
    [request._id],
  );
  const { match } = expected(await api(brings.token).matches.accept({ body: { requestId: request._id } }), 201);
  for (const [reader, other] of [
    [asks, brings],
    [brings, asks],
  ]) {
    const mail = await mailbox.mailTo(reader.email, /match/i);
    for (const detail of [other.name, other.email, other.phoneNumber, meal.mealDescription, meal.location])
      assert.ok(mail.text.includes(detail), `the mail to ${reader.name} says ${detail}`);
    assert.match(await mail.attachment(/\.ics$/), /BEGIN:VEVENT/);
  }
  expected(await api(asks.token).matches.complete({ params: { id: match._id } }), 200);
  assert.equal(await creditsOf(asks), askerHad - 1);
  assert.equal(await creditsOf(brings), bringerHad + 1);
}

await step('it is ready', untilReady);
await checkPages(app, step);
const ruth = await step('a student registers, verifies and logs in', () => register('Ruth Requester'));
const finn = await step('so does another', () => register('Finn Fulfiller'));
await step('a meal is asked for, brought and paid with one credit; both got the other’s contact details', () =>
  exchange(ruth, finn),
);
