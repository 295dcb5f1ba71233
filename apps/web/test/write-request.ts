import { contract, type User } from '@spareswipe/contract';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeServer, type FakeServer } from './fake-server';
import { given } from './given';

/** Tuesday morning, local time. */
export const MORNING = new Date(2026, 2, 3, 9, 0);

export const mia = (fields: Partial<User> = {}) => given.student({ name: 'Mia Chen', credits: 3, ...fields });

/** A server that takes every request. */
export const campus = () =>
  fakeServer()
    .on(contract.requests.create, {
      status: 201,
      body: { success: true, request: given.request({ isOwn: true }), creditsRemaining: 2 },
    })
    .on(contract.requests.places, { status: 200, body: { success: true, places: [] } })
    .on(contract.requests.mine, {
      status: 200,
      body: {
        success: true,
        requests: [],
        pagination: given.pagination({ total: 0, pages: 0 }),
        counts: { all: 0, active: 0, matched: 0, completed: 0, cancelled: 0, expired: 0 },
      },
    });

export const user = userEvent.setup({ delay: null });
export const control = (label: string) => screen.findByLabelText(new RegExp(label));
export const submit = () => user.click(screen.getByRole('button', { name: 'Create Request' }));

export const write = async (label: string, text: string) =>
  fireEvent.change(await control(label), { target: { value: text } });

/** Writes what is required and has no default. */
export async function fill() {
  await write('What food', 'Pad thai');
  await write('Store', 'Lakeside');
}

/** The requests that were sent. */
export const sent = (server: FakeServer) => server.calls(contract.requests.create);
