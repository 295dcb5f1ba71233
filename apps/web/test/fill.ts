import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Pastes values into the fields with these labels: as a student would, but quicker than key by key. */
export async function fill(values: Record<string, string>, user = userEvent.setup()) {
  for (const [label, value] of Object.entries(values)) {
    const field = await screen.findByLabelText(label);
    await user.click(field);
    await user.clear(field);
    if (value) await user.paste(value);
  }
}

/** Puts a text into a field at once, in place of the one that it had. */
export const put = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
