import { deskContract } from '@spareswipe/contract/desk';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { desk, done, id, open, pagination, report } from '../../test/desk';
import { failure, ok } from '../../test/fake-server';
import { put } from '../../test/fill';
import { go } from '../../test/visit';

afterEach(() => sessionStorage.clear());

it('answers a report, whose text is shown as plain text', async () => {
  const server = open('/desk/reports', desk().on(deskContract.desk.answerReport, done));
  expect(await screen.findByText('They asked me for <b>cash</b>.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ramen bowl' }).closest('p')).toHaveTextContent(
    /^Ramen bowl, North Hall, Mar 1, 2026 at .+ · reported Mar 1, 2026 at /,
  );
  put(screen.getByRole('textbox', { name: 'Answer' }), 'We talked to her about it.');
  await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
  expect(await screen.findByText('Done')).toBeVisible();
  const call = server.calls(deskContract.desk.answerReport)[0]!;
  expect([call.params, call.body]).toEqual([{ id }, { reason: 'We talked to her about it.' }]);
});

it('names each report and its form, and leads to the refused field, which says once what is wrong', async () => {
  const message = 'Please write 10 to 500 characters';
  const refused = failure('VALIDATION_FAILED', { message, errors: [{ path: 'reason', message }] });
  const server = open('/desk/reports', desk().on(deskContract.desk.answerReport, refused));
  const card = within(await screen.findByRole('article', { name: /^Sam Student reports Ruth/ }));
  expect(card.getByRole('heading', { level: 2, name: /^Sam Student reports Ruth/ })).toBeVisible();
  const form = within(card.getByRole('group', { name: 'Answer' }));
  const field = form.getByRole('textbox', { name: 'Answer' });
  await userEvent.click(form.getByRole('button', { name: 'Answer' }));
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toBeInvalid();
  expect(form.getByText(message)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field).toHaveAccessibleDescription(new RegExp(`^${message} .*reads it in a mail`));
  server.on(deskContract.desk.answerReport, done);
  put(field, 'We talked to her about it.');
  await userEvent.click(form.getByRole('button', { name: 'Answer' }));
  await waitFor(() => expect(form.getByRole('textbox', { name: 'Answer' })).toBeValid());
});

it('shows answered reports with their answers, also after Back from a student', async () => {
  const by = { answeredAt: report.createdAt, answeredBy: 'otto@dining.example' };
  const answered = { ...report, ...by, answer: 'We talked to her.' };
  open(
    '/desk/reports',
    desk().on(deskContract.desk.reports, ({ query }) =>
      ok({ reports: [query.state === 'answered' ? answered : report], pagination }),
    ),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Answered' }));
  expect(await screen.findByText('We talked to her.')).toBeVisible();
  expect(screen.getByText('The answer by otto@dining.example:')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Answer' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'Sam Student' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sam Student' })).toBeVisible();
  await go(-1);
  expect(await screen.findByText('We talked to her.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Answered' })).toHaveAttribute('aria-pressed', 'true');
});
