import { expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { useState } from 'react';
import { carryOver } from './carry-over';

function Form() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('both');
  return (
    <form>
      <input name="email" aria-label="Email" value={email} onChange={(event) => setEmail(event.target.value)} />
      <select name="role" aria-label="Role" value={role} onChange={(event) => setRole(event.target.value)}>
        <option value="both">Both</option>
        <option value="requester">Requester</option>
      </select>
      <output>{`${email} as ${role}`}</output>
    </form>
  );
}

it('keeps what was typed before the script had loaded, and the cursor where it was', async () => {
  document.body.innerHTML = `<div id="root"><form>
    <input name="email" aria-label="Email" value="">
    <select name="role" aria-label="Role"><option value="both" selected>Both</option><option value="requester">Requester</option></select>
  </form></div>`;
  const root = document.getElementById('root')!;
  carryOver(root);
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'requester');
  await userEvent.type(screen.getByLabelText('Email'), 'sam@state.edu');
  const app = createRoot(root);
  await act(() => Promise.resolve(app.render(<Form />)));
  expect(screen.getByRole('status')).toHaveTextContent('sam@state.edu as requester');
  expect(screen.getByLabelText('Email')).toHaveFocus();
  act(() => app.unmount());
});

it('keeps the focus on the link it was on, such as the one to skip to the content', async () => {
  document.body.innerHTML = '<div id="root"><a href="#content">Skip to content</a><a href="/">Home</a></div>';
  const root = document.getElementById('root')!;
  carryOver(root);
  await userEvent.tab();
  const app = createRoot(root);
  const links = (
    <>
      <a href="#content">Skip to content</a>
      <a href="/">Home</a>
    </>
  );
  await act(() => Promise.resolve(app.render(links)));
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  act(() => app.unmount());
});

it('presses a button that was pressed before the script had loaded', async () => {
  document.body.innerHTML = `<div id="root">
    <button aria-label="Open menu" data-pressed></button><button aria-label="Show password"></button>
  </div>`;
  const root = document.getElementById('root')!;
  carryOver(root);
  function Buttons() {
    const [pressed, setPressed] = useState('');
    return (
      <>
        {['Open menu', 'Show password'].map((label) => (
          <button key={label} aria-label={label} onClick={() => setPressed(`${pressed}${label}.`)} />
        ))}
        <output>{pressed}</output>
      </>
    );
  }
  const app = createRoot(root);
  await act(() => Promise.resolve(app.render(<Buttons />)));
  expect(await screen.findByText('Open menu.')).toBeVisible();
  act(() => app.unmount());
});
