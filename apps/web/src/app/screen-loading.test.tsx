import { describe, expect, it } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { ScreenLoading } from './screen-loading';
import { screens } from './screens';

/** What stands in for a screen, as HTML. */
function shapeOf(path: string) {
  const { unmount } = render(
    <MantineProvider>
      <MemoryRouter initialEntries={[path]}>
        <ScreenLoading />
      </MemoryRouter>
    </MantineProvider>,
  );
  const shape = screen.getByRole('status');
  expect(shape).toHaveTextContent('Loading...');
  unmount();
  return shape;
}

describe('while its script loads', () => {
  const ofStudents = screens.filter(({ audience }) => audience === 'student').map(({ path }) => path);

  it('every screen of students has its own placeholder', () => {
    const shapes = new Map<string, string>([[shapeOf('/elsewhere').innerHTML, 'no shape in screen-loading.tsx']]);
    for (const path of ofStudents) {
      const shape = shapeOf(path).innerHTML;
      expect([path, shapes.get(shape)]).toEqual([path, undefined]);
      shapes.set(shape, path);
    }
  });

  it.each([
    ['/create-request', '1fr 19rem'],
    ['/my-requests', '1fr 19rem'],
    ['/purchase-meals', '1fr 26rem'],
    ['/profile', '20rem 1fr'],
  ])('%s has the columns that it will have', (path, widths) => {
    const rows = [...shapeOf(path).querySelectorAll<HTMLElement>('.row')];
    expect(rows.filter((row) => row.style.getPropertyValue('--columns') === widths)).toHaveLength(1);
    expect(rows.at(-1)?.children).toHaveLength(2);
  });
});
