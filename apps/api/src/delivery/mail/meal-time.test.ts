import type { Campus } from './mails.js';
import { render } from './render.js';

/** The time of a meal in the refund mail, in HTML and in plain text. */
function timesOf(campus: Campus) {
  const { html, text } = render(
    {
      mail: 'refund',
      to: { name: 'Sam', email: 'sam@state.edu' },
      about: {
        meal: {
          _id: '01a20734-0904-74e4-9ec5-e6f508cb491e',
          mealPeriod: 'lunch',
          mealDescription: 'Ramen bowl',
          location: 'North Hall',
          deadline: '2031-11-21T00:30:00.000Z',
          campus,
        },
      },
    },
    { origin: 'https://swipes.example.edu' },
  );
  const zones = (body: string) => body.match(/\d+:\d\d [AP]M [A-Z0-9+]+/g);
  expect(zones(html)).toEqual(zones(text));
  return { text, zones: zones(text) };
}

it('a mail shows the time of the meal on its campus first, with the name of the campus, and UTC last', () => {
  const { text, zones } = timesOf({ institution: 'cs stanford', timeZone: 'America/Los_Angeles' });
  expect(text).toContain('Thursday, November 20, 2031 at 4:30 PM PST (time at Stanford University)\n');
  expect(zones).toEqual(['4:30 PM PST', '7:30 PM EST', '6:30 PM CST', '5:30 PM MST', '12:30 AM UTC']);
});

it('a mail derives the name of an unknown campus from its domain, and repeats no time', () => {
  const { text, zones } = timesOf({ institution: 'state', timeZone: 'America/Detroit' });
  expect(text).toContain('at 7:30 PM EST (time at state)\n');
  expect(zones).toEqual(['7:30 PM EST', '6:30 PM CST', '5:30 PM MST', '4:30 PM PST', '12:30 AM UTC']);
});

it.each([null, 'America/Atlantis'])('a mail shows US times if the time zone is unknown: %s', (timeZone) => {
  const { text, zones } = timesOf({ institution: 'state', timeZone });
  expect(text).toContain('Thursday, November 20, 2031 at 7:30 PM EST\n');
  expect(zones?.at(-1)).toBe('12:30 AM UTC');
});
