import { HtmlValidate } from 'html-validate';
import { expect } from './test.js';

/** What browsers and screen readers rely on: nesting, ids, labels, ARIA. How the markup is written is left to React. */
const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });

export async function expectValidHtml(html: string, name: string) {
  const { results } = await validator.validateString(html);
  const found = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  expect.soft([...new Set(found)], `${name}, html`).toEqual([]);
}
