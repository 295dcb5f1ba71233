import { expect, it } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { CardList } from './card-list';

it('the only card keeps its place and the focus where it has gone and is scrolled out of view', () => {
  let scroll: (entries: { isIntersecting: boolean; target: Element }[]) => void = () => undefined;
  class Observer extends IntersectionObserver {
    constructor(callback: IntersectionObserverCallback) {
      super(callback);
      scroll = (entries) => callback(entries as IntersectionObserverEntry[], this);
    }
  }
  Object.assign(globalThis, { IntersectionObserver: Observer });
  const list = {
    cards: [{ item: { _id: 'soup' }, isGone: true }],
    waiting: 0,
    showWaiting: () => undefined,
    drop: () => undefined,
  };
  render(
    <MantineProvider>
      <CardList list={list} isStale={false} newItems={String}>
        {() => 'Cancelled'}
      </CardList>
    </MantineProvider>,
  );
  const card = screen.getByRole('listitem');
  act(() => card.focus());
  scroll([{ isIntersecting: false, target: card }]);
  expect(card).toHaveFocus();
});
