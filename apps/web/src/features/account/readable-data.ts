import type { PersonalData } from '@spareswipe/contract';
import { labelOf, readable } from '../../shared/readable';

const STYLE = `
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; padding: 0.75rem 0; border-top: 1px solid #ccc; }
  dt { color: #555; }
  dd { margin: 0; overflow-wrap: anywhere; }`;

/** Minutes of a day, as the database has quiet hours. */
const MINUTES_OF_DAY = ['quietFrom', 'quietUntil'];
const two = (number: number) => String(number).padStart(2, '0');

const shown = (key: string, value: unknown) =>
  typeof value === 'number' && MINUTES_OF_DAY.includes(key)
    ? `${two(Math.floor(value / 60))}:${two(value % 60)}`
    : readable(value, showTime);
const showTime = (iso: string) => new Date(iso).toLocaleString();

/** The data as a page that opens without the app. Texts of students are set as text, so that none of them becomes HTML. */
export function readableData({ madeAt, parts }: PersonalData): string {
  const page = document.implementation.createHTMLDocument('Your data at SpareSwipe');
  const add = (parent: Element, tag: string, text = '') => {
    const element = page.createElement(tag);
    element.textContent = text;
    return parent.appendChild(element);
  };
  page.documentElement.lang = 'en';
  add(page.head, 'meta').setAttribute('charset', 'utf-8');
  const viewport = add(page.head, 'meta');
  viewport.setAttribute('name', 'viewport');
  viewport.setAttribute('content', 'width=device-width');
  const main = add(page.body, 'main');
  add(main, 'h1', 'Your data at SpareSwipe');
  add(main, 'p', `Everything that we kept about you on ${showTime(madeAt)}.`);
  for (const { title, records } of Object.values(parts)) {
    add(main, 'h2', title);
    if (records.length === 0) add(main, 'p', 'Nothing.');
    // numbered, so that those who hear the page know where the next one begins
    const items = records.length > 1 ? add(main, 'ol') : undefined;
    for (const record of records) {
      const list = add(items ? add(items, 'li') : main, 'dl');
      for (const [key, value] of Object.entries(record)) {
        add(list, 'dt', labelOf(key));
        add(list, 'dd', shown(key, value)).setAttribute('dir', 'auto');
      }
    }
  }
  // as text, because the content security policy of this page refuses an element
  const html = page.documentElement.outerHTML.replace('</head>', `<style>${STYLE}</style></head>`);
  return `<!doctype html>\n${html}\n`;
}
