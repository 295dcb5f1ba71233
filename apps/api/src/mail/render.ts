import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { counted } from '@spareswipe/contract';
import Handlebars from 'handlebars';
import { mealTime } from './meal-time.js';
import type { MailName } from './mails.js';

const FOLDER = fileURLToPath(new URL('./templates/', import.meta.url));

/** The same words twice: as HTML, every value escaped, and as plain text. */
const kinds = { html: load('.html.hbs', { noEscape: false }), text: load('.text.hbs', { noEscape: true }) };

export function render(mail: MailName, context: object): { html: string; text: string } {
  return { html: kinds.html(mail, context), text: kinds.text(mail, context) };
}

/** Compiles the templates with this ending; a missing value is an error, not a gap in a mail. */
function load(ending: string, { noEscape }: { noEscape: boolean }) {
  const handlebars = Handlebars.create();
  handlebars.registerHelper('when', (moment: string) => mealTime(moment));
  handlebars.registerHelper('dollars', (cents: number) => (cents / 100).toFixed(2));
  handlebars.registerHelper('is', (value: unknown, other: unknown) => value === other);
  handlebars.registerHelper('meals', (count: number) => counted(count, 'meal'));
  const templates = new Map<string, Handlebars.TemplateDelegate>();
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(ending))) {
    const template = handlebars.compile(readFileSync(FOLDER + file, 'utf8'), { noEscape, strict: true });
    const name = file.slice(0, -ending.length);
    templates.set(name, template);
    handlebars.registerPartial(name, template);
  }
  return (mail: MailName, context: object) => {
    const template = templates.get(mail);
    if (!template) throw new Error(`no ${ending} template for the mail "${mail}"`);
    return template(context);
  };
}
