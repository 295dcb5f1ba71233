import { describe, expect, it } from '@jest/globals';
import { movedUp, refreshed, waitingItems } from './still-list';

const items = (ids: string) => Array.from(ids, (_id) => ({ _id }));
const cards = (ids: string) => items(ids).map((item) => ({ item, isGone: false }));
/** The cards in their order; those that are gone in brackets. */
const shown = (before: string, answer: string, edges: Partial<{ hasPrev: boolean; hasNext: boolean }> = {}) =>
  refreshed(cards(before), items(answer), { hasPrev: false, hasNext: false, ...edges })
    .map(({ item, isGone }) => (isGone ? `(${item._id})` : item._id))
    .join('');

describe('a list that refreshes', () => {
  it.each([
    ['abc', 'cab', 'abc', 'keeps the order it had'],
    ['abc', 'xabyc', 'abc', 'puts nothing in between'],
    ['abc', 'ac', 'a(b)c', 'keeps the place of what is gone'],
    ['abc', '', '(a)(b)(c)', 'keeps the places of all'],
  ])('%s, then %s: shows %s', (before, answer, expected) => expect(shown(before, answer)).toBe(expected));

  it('does not mark an item as gone if it may have moved to another page', () => {
    expect(shown('abc', 'xab', { hasNext: true })).toBe('abc');
    expect(shown('abc', 'xac', { hasNext: true })).toBe('a(b)c');
    expect(shown('abc', 'bcd', { hasPrev: true })).toBe('abc');
    expect(shown('abc', 'acd', { hasPrev: true })).toBe('a(b)c');
    expect(shown('abc', 'xyz', { hasPrev: true, hasNext: true })).toBe('abc');
  });

  it('shows an item that is back as it is now', () => {
    const gone = [{ item: { _id: 'a', name: 'before' }, isGone: true }];
    const answer = [{ _id: 'a', name: 'now' }];
    expect(refreshed(gone, answer, { hasPrev: false, hasNext: false })).toEqual([{ item: answer[0], isGone: false }]);
  });

  it.each([
    ['abc', 'acd', 'd', 'what moved up from the next page'],
    ['abc', 'xabcyz', 'yz', 'only what comes after all cards'],
    ['abc', 'xyz', '', 'nothing if the whole answer is new'],
  ])('%s, then %s: adds "%s" at the end, %s', (before, answer, added) =>
    expect(
      movedUp(cards(before), items(answer))
        .map(({ item }) => item._id)
        .join(''),
    ).toBe(added),
  );

  it('lets items wait that have no card', () => expect(waitingItems(cards('ab'), items('xaby'))).toEqual(items('xy')));
});
