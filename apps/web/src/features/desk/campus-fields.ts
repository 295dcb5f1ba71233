import type { CampusSettings } from '@spareswipe/contract/desk';
import { useState } from 'react';

/** Settings of a campus as the form holds them, by their paths in the contract. An empty number means the default. */
export interface CampusFields {
  name: string;
  timeZone: string;
  paused: boolean;
  'pause.notice': string;
  /** In this browser's own time, as `datetime-local` has it. */
  'pause.until': string;
  'guestRules.text': string;
  'guestRules.url': string;
  openRequestsMax: string;
  startingMeals: string;
  mealsOnSale: boolean;
  /** One a line. */
  places: string;
  placesOnly: boolean;
  mealsGivenPerWeek: string;
  'term.mealsGiven': string;
  /** As a date input has it. */
  'term.begins': string;
}

const fieldsOf = (settings: CampusSettings): CampusFields => ({
  name: settings.name ?? '',
  timeZone: settings.timeZone ?? '',
  paused: settings.pause !== null,
  'pause.notice': settings.pause?.notice ?? '',
  'pause.until': localTime(settings.pause?.until),
  'guestRules.text': settings.guestRules?.text ?? '',
  'guestRules.url': settings.guestRules?.url ?? '',
  openRequestsMax: String(settings.openRequestsMax ?? ''),
  startingMeals: String(settings.startingMeals ?? ''),
  mealsOnSale: settings.mealsOnSale,
  places: settings.places.join('\n'),
  placesOnly: settings.placesOnly,
  mealsGivenPerWeek: String(settings.mealsGivenPerWeek ?? ''),
  'term.mealsGiven': String(settings.term?.mealsGiven ?? ''),
  'term.begins': settings.term?.begins ?? '',
});

export const settingsOf = (fields: CampusFields): CampusSettings => ({
  name: fields.name.trim() || null,
  timeZone: fields.timeZone.trim() || null,
  pause: fields.paused ? { notice: fields['pause.notice'], until: isoOf(fields['pause.until']) } : null,
  guestRules: fields['guestRules.text'].trim()
    ? { text: fields['guestRules.text'].trim(), url: fields['guestRules.url'].trim() || null }
    : null,
  openRequestsMax: numberOf(fields.openRequestsMax),
  startingMeals: numberOf(fields.startingMeals),
  mealsOnSale: fields.mealsOnSale,
  places: fields.places
    .split('\n')
    .map((place) => place.trim())
    .filter(Boolean),
  placesOnly: fields.placesOnly,
  mealsGivenPerWeek: numberOf(fields.mealsGivenPerWeek),
  term: fields['term.mealsGiven'].trim()
    ? { begins: fields['term.begins'], mealsGiven: Number(fields['term.mealsGiven']) }
    : null,
});

/** A time as `datetime-local` has it, and back; without a time, empty and null. */
export function localTime(iso: string | null | undefined): string {
  if (!iso) return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
export const isoOf = (local: string) => (local ? new Date(local).toISOString() : null);

const numberOf = (text: string) => (text.trim() ? Number(text) : null);

/**
 * The fields of the settings' form: what the operator has changed, over the settings as they were when the first change
 * was made. Without a change they follow `current`.
 */
export function useCampusFields(current: CampusSettings) {
  const [began, setBegan] = useState(current);
  const [changed, setChanged] = useState<Partial<CampusFields>>({});
  const loaded = Object.keys(changed).length > 0 ? began : current;
  const before = fieldsOf(loaded);
  return {
    fields: { ...before, ...changed },
    loaded,
    change: (fields: Partial<CampusFields>) => {
      setBegan(loaded);
      const isNew = ([name, value]: [string, unknown]) => before[name as keyof CampusFields] !== value;
      setChanged(Object.fromEntries(Object.entries({ ...changed, ...fields }).filter(isNew)));
    },
    /** Takes over what somebody else has saved, except where the operator has changed the same. */
    merge: setBegan,
    saved: () => setChanged({}),
  };
}
