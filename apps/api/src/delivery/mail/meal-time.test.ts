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
  const zones = (body: string) => body.match(/\d+:\d\d [AP]M \w+/g);
  expect(zones(html)).toEqual(zones(text));
  return { text, zones: zones(text) };
}

it('a mail shows the time of the meal on its campus, with the names of its zone and of another campus than the reader belongs to', () => {
  const { text, zones } = timesOf({
    institution: 'stanford',
    name: 'Stanford University',
    timeZone: 'America/Los_Angeles',
  });
  expect(text).toContain('Thursday, November 20, 2031 at 4:30 PM Pacific\n');
  expect(text).toContain('North Hall, Stanford University\n');
  expect(timesOf({ institution: 'state', name: 'State University', timeZone: null }).text).toContain('North Hall\n');
  expect(zones).toEqual(['4:30 PM Pacific']);
});

it.each([null, 'America/Atlantis'])('a mail shows Eastern time if the time zone is unknown: %s', (timeZone) => {
  const { text, zones } = timesOf({ institution: 'state', name: 'state', timeZone });
  expect(text).toContain('Thursday, November 20, 2031 at 7:30 PM Eastern\n');
  expect(zones).toEqual(['7:30 PM Eastern']);
});
