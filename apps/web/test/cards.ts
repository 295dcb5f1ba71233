import { screen, within } from '@testing-library/react';

/** The places of a list, whatever they hold now. */
export const places = (list: 'Requests' | 'Matches') =>
  within(screen.getByRole('group', { name: list })).getAllByRole('listitem');
