import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inline } from '@css-inline/css-inline';
import {
  CONTEST_DAYS,
  DISPUTE_COUNTS_DAYS,
  DISPUTE_DAYS,
  DISPUTED_STUDENTS_PER_STRIKE,
  NOT_ME_LINK_DAYS,
  OPERATOR_INVITATION_HOURS,
  RESET_LINK_HOURS,
  STRIKE_LAPSES_AFTER_DAYS,
  STRIKES_PER_SUSPENSION,
  SUSPENSION_DAYS,
  VERIFICATION_LINK_HOURS,
  counted,
  institutionFromEmail,
  plural,
} from '@spareswipe/contract';
import Handlebars from 'handlebars';
import { e164 } from '../../platform/common/phone.js';
import { mealTime } from './meal-time.js';
import { kindOf, type Campus, type MailJob, type MailName, type Meal } from './mails.js';

const FOLDER = fileURLToPath(new URL('./templates/', import.meta.url));

/** Used instead of the mailer's Handlebars adapter, which does not render plain text with Handlebars and reads all files for every mail. */
const templates = { html: load('.html.hbs', { noEscape: false }), text: load('.text.hbs', { noEscape: true }) };

/** The numbers that templates name. */
const NUMBERS = {
  contestDays: CONTEST_DAYS,
  disputeCountsDays: DISPUTE_COUNTS_DAYS,
  disputeDays: DISPUTE_DAYS,
  disputedStudentsPerStrike: DISPUTED_STUDENTS_PER_STRIKE,
  invitationHours: OPERATOR_INVITATION_HOURS,
  notMeLinkDays: NOT_ME_LINK_DAYS,
  resetLinkHours: RESET_LINK_HOURS,
  strikeLapsesAfterDays: STRIKE_LAPSES_AFTER_DAYS,
  strikesPerSuspension: STRIKES_PER_SUSPENSION,
  suspensionDays: SUSPENSION_DAYS,
  verificationLinkHours: VERIFICATION_LINK_HOURS,
};

/** A mail as HTML, every value escaped, and as plain text. */
export function render(job: MailJob, { origin, link }: { origin: string; link?: string }) {
  const { subject: subjectOf } = kindOf(job);
  const subject = typeof subjectOf === 'string' ? subjectOf : subjectOf(job.about);
  const context = { ...NUMBERS, origin, ...(link && { link }), subject, to: job.to, ...job.about };
  return {
    subject,
    // light styles on the elements, for readers that drop <style>; the dark ones stay in it
    html: inline(templates.html(job.mail, context), { keepAtRules: true, loadRemoteStylesheets: false }),
    text: templates.text(job.mail, context),
  };
}

/** Compiles the templates with this ending; a missing value is an error, not a gap in a mail. */
function load(ending: string, { noEscape }: { noEscape: boolean }) {
  const handlebars = Handlebars.create();
  // a mail without a meal has no campus either
  handlebars.registerHelper('when', (moment: string, { data }: { data: { root: { meal?: Meal } } }) =>
    mealTime(moment, data.root.meal?.campus),
  );
  handlebars.registerHelper('dollars', (cents: number) => (cents / 100).toFixed(2));
  handlebars.registerHelper(
    'isAt',
    (email: string, campus: Campus) => institutionFromEmail(email) === campus.institution,
  );
  handlebars.registerHelper('is', (value: unknown, other: unknown) => value === other);
  handlebars.registerHelper('counted', (count: number, noun: string) => counted(count, noun));
  handlebars.registerHelper('words', (count: number, noun: string) => `${inWords(count)} ${plural(count, noun)}`);
  handlebars.registerHelper('quoted', (text: string) => text.replace(/^/gm, '> '));
  // `?` and `&`, which an address may contain, would begin a subject or a text
  handlebars.registerHelper('mailto', (address: string) => `mailto:${encodeURIComponent(address).replace('%40', '@')}`);
  handlebars.registerHelper('tel', (phoneNumber: string) => `tel:${e164(phoneNumber)}`);
  handlebars.registerHelper('capitalize', (text: string) => text.charAt(0).toUpperCase() + text.slice(1));
  const compiled = new Map<string, Handlebars.TemplateDelegate>();
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(ending))) {
    const template = handlebars.compile(readFileSync(FOLDER + file, 'utf8'), { noEscape, strict: true });
    const name = file.slice(0, -ending.length);
    compiled.set(name, template);
    handlebars.registerPartial(name, template);
  }
  return (mail: MailName, context: object) => compiled.get(mail)!(context);
}

function inWords(count: number): string {
  return ['no', 'one', 'two', 'three', 'four', 'five'][count] ?? String(count);
}
