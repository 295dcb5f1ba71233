import { MEETING_OPENS_MINUTES, type DisputeAward, type Side } from '@spareswipe/contract';
import fc from 'fast-check';
import type { Account, Group, Match } from './group.js';

/** What the group, a student outside it, the bank or an operator does next. Does nothing where nothing of the kind is possible. */
export type Move = (group: Group) => Promise<unknown> | undefined;

interface Choice {
  /** Places in lists, counted from the end: liars mostly act on what they just did. */
  who: number;
  what: number;
  coin: boolean;
}

const DAY = 24;
const MEETING_OPENS_HOURS = MEETING_OPENS_MINUTES / 60;
const PEOPLE = 3;
const ACCOUNTS_MAX = 5;
const recent = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(7) });
const choice: fc.Arbitrary<Choice> = fc.record({ who: recent, what: recent, coin: fc.boolean() });

const from = <T>(list: T[], place: number): T | undefined => list[list.length - 1 - (place % list.length)];
const isMember = ({ person }: Account) => person !== null;
const open = (accounts: Account[]) => accounts.filter(({ isOpen }) => isOpen);
const rich = (accounts: Account[]) => open(accounts).filter(({ available }) => available > 0);
const active = (group: Group) => group.requests.filter(({ isActive }) => isActive);
const isHonest = ({ isSilent }: Account) => !isSilent;
const withStatus = ({ matches }: Group, status: Match['status']) => matches.filter((match) => match.status === status);

const hasMember = ({ requester, fulfiller }: Match) => isMember(requester) || isMember(fulfiller);
const canMeet = ({ request }: Match) => request.hoursLeft <= MEETING_OPENS_HOURS;

type Act = (group: Group, choice: Choice) => Promise<unknown> | undefined;

// Moves inside the group. A move that is not possible yet is prepared instead, so that chains of post, accept,
// complete, spend and "No" are common: few lists of unrelated moves contain one.

/** Mostly tomorrow; sometimes so soon that the two can meet before the deadline, or days ahead. */
const hoursAhead = ({ what }: Choice): number => (what === 0 ? DAY : what % 2 ? 1.25 : 6 * DAY);

const post: Act = (group, choice) => {
  const by = from(rich(group.members), choice.who);
  return by && group.post(by, hoursAhead(choice));
};

const spendAll: Act = (group, choice) => {
  const by = from(rich(group.members), choice.who);
  return by && group.postAll(by, hoursAhead(choice));
};

const accept: Act = (group, choice) => {
  const request = from(
    active(group).filter(({ by }) => isMember(by)),
    choice.what,
  );
  if (!request) return post(group, choice);
  const by = from(
    open(group.members).filter((one) => one !== request.by),
    choice.who,
  );
  return by && group.accept(by, request);
};

const complete: Act = (group, choice) => {
  const side: Side = choice.who % 4 === 3 ? 'requester' : 'fulfiller';
  const match = from(
    withStatus(group, 'accepted').filter((one) => isMember(one.requester) && isMember(one.fulfiller)),
    choice.what,
  );
  return match ? group.complete(side, match) : accept(group, choice);
};

/** Once it is time, a member says "It's them", sometimes "I'm here". */
const meet: Act = (group, choice) => {
  const match = from(withStatus(group, 'accepted').filter(hasMember), choice.what);
  if (!match) return accept(group, choice);
  const sides = (['requester', 'fulfiller'] as const).filter((side) => isMember(match[side]));
  const side = from(sides, choice.who)!;
  const press = () => (choice.who % 4 === 3 ? group.here(side, match) : group.met(side, match));
  if (canMeet(match)) return press();
  return group.forward(Math.ceil(match.request.hoursLeft - MEETING_OPENS_HOURS)).then(press);
};

/** Mostly where the fulfiller has spent everything, so that there is nothing left to take. */
const deny: Act = (group, choice) => {
  const deniable = withStatus(group, 'completed').filter((one) => isMember(one.requester) && !one.rated.requester);
  const spent = deniable.filter(({ fulfiller }) => fulfiller.available === 0);
  const match = from(spent.length && choice.coin ? spent : deniable, choice.what);
  return match ? group.rate('requester', match, false) : complete(group, choice);
};

const rate: Act = (group, { who, what, coin }) => {
  const side: Side = coin ? 'requester' : 'fulfiller';
  const ratable = group.matches.filter((one) => one.status !== 'cancelled' && isMember(one[side]) && !one.rated[side]);
  const match = from(ratable, what);
  return match && group.rate(side, match, who % 3 > 0);
};

const release: Act = (group, { who, what }) => {
  const side: Side = who % 3 ? 'requester' : 'fulfiller';
  const match = from(
    withStatus(group, 'accepted').filter((one) => isMember(one[side])),
    what,
  );
  return match && group.release(side, match);
};

/** A fulfiller who concedes may have spent the meal. */
const concede: Act = (group, { what, coin }) => {
  const side: Side = coin ? 'fulfiller' : 'requester';
  const match = from(
    group.matches.filter((one) => one.isUndecided && isMember(one[side])),
    what,
  );
  return match && group.concede(side, match);
};

const cancel: Act = (group, { what }) => {
  const request = from(
    active(group).filter(({ by }) => isMember(by)),
    what,
  );
  return request && group.cancel(request);
};

const close: Act = (group, { who }) => {
  const account = from(open(group.members), who);
  return account && group.close(account);
};

const register: Act = (group, { who }) =>
  open(group.members).length < ACCOUNTS_MAX ? group.register(who % PEOPLE) : undefined;

const buy: Act = (group, { who, what }) => {
  const by = from(open(group.members), who);
  return by && group.buy(by, 1 + (what % 3));
};

// Between the group and students outside it. The honest ones do what they promise and say what happened; the silent ones
// accept and post, and then say nothing.

const takeFromOutsider: Act = (group, choice) => {
  const { who, what, coin } = choice;
  const request = from(
    active(group).filter(({ by }) => !isMember(by)),
    what,
  );
  const by = from(open(group.members), who);
  if (!request || !by) {
    const outsider = from(rich(group.outsiders), who);
    return outsider && group.post(outsider, hoursAhead(choice));
  }
  return group.accept(by, request).then(async () => {
    const match = group.matches.at(-1);
    if (!coin || match?.request !== request) return;
    match.isHandedOver = what % 2 > 0;
    await group.complete('fulfiller', match);
  });
};

const outsiderSaysTheTruth: Act = (group, { what }) => {
  const ratable = withStatus(group, 'completed').filter(({ requester, rated }) => {
    return !isMember(requester) && isHonest(requester) && !rated.requester;
  });
  const match = from(ratable, what);
  return match && group.rate('requester', match, match.isHandedOver);
};

const outsiderFeedsMember: Act = (group, { who, what, coin }) => {
  const request = from(
    active(group).filter(({ by }) => isMember(by)),
    what,
  );
  const outsider = from(group.outsiders, who);
  if (!request || !outsider) return undefined;
  return group.accept(outsider, request).then(async () => {
    const match = group.matches.at(-1);
    if (match?.request !== request || outsider.isSilent) return;
    match.isHandedOver = true;
    if (coin && canMeet(match)) return group.met('fulfiller', match);
    await group.complete('fulfiller', match);
    await group.rate('fulfiller', match, true);
  });
};

// Bank, operator, time.

const takeBack: Act = (group, { who, what }) => {
  const order = from(group.orders, what);
  if (!order) return undefined;
  return group.takeBack(order, order.takenBack && who % 3 === 2 ? -1 : order.credits - order.takenBack || -1);
};

const AWARDS: DisputeAward[] = ['requester', 'fulfiller', 'nobody'];
const decide: Act = (group, { who, what }) => {
  const match = from(
    group.matches.filter(({ isUndecided }) => isUndecided),
    what,
  );
  return match && group.decide(match, AWARDS[who % AWARDS.length]!);
};

const voidExchange: Act = (group, { what }) => {
  const match = from(
    group.matches.filter((one) => one.status !== 'cancelled' && hasMember(one)),
    what,
  );
  return match && group.voidExchange(match);
};

const HOURS = [14 * DAY + 1, DAY + 1, 2 * DAY + 1, 1];
const wait: Act = (group, { who, what }) => group.forward(HOURS[(who + what) % HOURS.length]!);

const WEIGHTS: [number, Act][] = [
  ...([
    [4, post],
    [5, spendAll],
    [8, accept],
    [8, complete],
    [12, meet],
    [14, deny],
    [5, rate],
  ] as [number, Act][]),
  ...([
    [2, release],
    [3, concede],
    [2, cancel],
    [1, close],
    [2, register],
    [2, buy],
  ] as [number, Act][]),
  ...([
    [4, takeFromOutsider],
    [3, outsiderSaysTheTruth],
    [3, outsiderFeedsMember],
  ] as [number, Act][]),
  ...([
    [2, takeBack],
    [4, decide],
    [2, voidExchange],
    [5, wait],
  ] as [number, Act][]),
];

const move = fc.oneof(
  ...WEIGHTS.map(([weight, act]) => ({
    weight,
    arbitrary: choice.map((chosen): Move => {
      const name = `${act.name} ${JSON.stringify(chosen)}`;
      return Object.assign((group: Group) => act(group, chosen), { [fc.toStringMethod]: () => name });
    }),
  })),
);

/** What a group tries, in at most this many moves. */
export const tries = (max: number) => fc.array(move, { maxLength: max, size: 'max' });
