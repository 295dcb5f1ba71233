import { contract, type User } from '@spareswipe/contract';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { created, fakeServer, type FakeServer, ok } from './fake-server';
import { given, myRequests } from './given';

/** Tuesday morning, local time. */
export const MORNING = new Date(2026, 2, 3, 9, 0);

export const mia = (fields: Partial<User> = {}) => given.student({ name: 'Mia Chen', credits: 3, ...fields });

/** A server that takes every request. */
export const campus = () =>
  fakeServer()
    .on(contract.requests.create, created({ request: given.request({ isOwn: true }), creditsRemaining: 2 }))
    .on(contract.requests.places, ok({ places: [] }))
    .on(contract.requests.mine, myRequests());

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
