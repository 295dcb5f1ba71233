import type { CampusSettings } from '@spareswipe/contract/desk';

/** Settings of a campus as the form holds them. An empty number means the default. */
export interface CampusFields {
  name: string;
  timeZone: string;
  paused: boolean;
  notice: string;
  /** In this browser's own time, as `datetime-local` has it. */
  until: string;
  rules: string;
  url: string;
  openRequests: string;
  startingMeals: string;
  mealsOnSale: boolean;
  /** One a line. */
  places: string;
  placesOnly: boolean;
  perWeek: string;
  perTerm: string;
  /** As a date input has it. */
  termBegins: string;
}

export type FieldName = keyof CampusFields;

/** In the order of the form. */
export const FIELD_LABELS: Record<FieldName, string> = {
  name: 'Name (optional)',
  timeZone: 'Time zone (optional)',
  paused: 'Paused: nobody can post or accept',
  notice: 'Notice',
  until: 'Until (optional)',
  rules: 'Rules for guest meals',
  url: 'Link to the rules (optional)',
  openRequests: 'Open requests of one student at once (optional)',
  startingMeals: 'Starting meals of a new student (optional)',
  mealsOnSale: 'Students can buy meals',
  places: 'Places to eat',
  placesOnly: 'Students can ask for these places only',
  perWeek: 'Meals that one student may give in a week (optional)',
  perTerm: 'Meals that one student may give in a term (optional)',
  termBegins: 'First day of the term (optional)',
};

export const fieldsOf = (settings: CampusSettings): CampusFields => ({
  name: settings.name ?? '',
  timeZone: settings.timeZone ?? '',
  paused: settings.pause !== null,
  notice: settings.pause?.notice ?? '',
  until: settings.pause?.until ? localTime(settings.pause.until) : '',
  rules: settings.guestRules?.text ?? '',
  url: settings.guestRules?.url ?? '',
  openRequests: String(settings.openRequestsMax ?? ''),
  startingMeals: String(settings.startingMeals ?? ''),
  mealsOnSale: settings.mealsOnSale,
  places: settings.places.join('\n'),
  placesOnly: settings.placesOnly,
  perWeek: String(settings.mealsGivenPerWeek ?? ''),
  perTerm: String(settings.term?.mealsGiven ?? ''),
  termBegins: settings.term?.begins ?? '',
});

export const settingsOf = (fields: CampusFields): CampusSettings => ({
  name: fields.name.trim() || null,
  timeZone: fields.timeZone.trim() || null,
  pause: fields.paused
    ? { notice: fields.notice, until: fields.until ? new Date(fields.until).toISOString() : null }
    : null,
  guestRules: fields.rules.trim() ? { text: fields.rules.trim(), url: fields.url.trim() || null } : null,
  openRequestsMax: numberOf(fields.openRequests),
  startingMeals: numberOf(fields.startingMeals),
  mealsOnSale: fields.mealsOnSale,
  places: fields.places
    .split('\n')
    .map((place) => place.trim())
    .filter(Boolean),
  placesOnly: fields.placesOnly,
  mealsGivenPerWeek: numberOf(fields.perWeek),
  term: fields.perTerm.trim() ? { begins: fields.termBegins, mealsGiven: Number(fields.perTerm) } : null,
});

export const localTime = (iso: string) => {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

const numberOf = (text: string) => (text.trim() ? Number(text) : null);
