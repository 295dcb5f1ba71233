import { jest, expect, it } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { News } from './news';

it('is told once, and goes before it may be false', () => {
  jest.useFakeTimers();
  const page = (of: string) => (
    <MantineProvider>
      <News of={of}>Your meal was called off.</News>
    </MantineProvider>
  );
  const { rerender } = render(page('a meal'));
  const status = screen.getByRole('status');
  expect(status).toBeEmptyDOMElement();
  rerender(page('no meal'));
  expect(status).toHaveTextContent('Your meal was called off.');
  act(() => jest.advanceTimersByTime(20_000));
  expect(status).toBeEmptyDOMElement();
});
