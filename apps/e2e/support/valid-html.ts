import { HtmlValidate } from 'html-validate';
import { expect } from './test.js';

/** Checks what browsers and screen readers rely on: nesting, ids, labels, ARIA. It ignores the style of the markup, which React decides. */
const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });

export async function expectValidHtml(html: string, name: string) {
  const { results } = await validator.validateString(html);
  const found = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  expect.soft([...new Set(found)], `${name}, html`).toEqual([]);
}
