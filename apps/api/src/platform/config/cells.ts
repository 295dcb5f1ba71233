import { z } from 'zod';

/**
 * E-mail domains whose students use another installation (a cell), and its origin: {"state.edu": "https://state.swipes.example"}.
 * A domain stands for its subdomains, too; the longest that fits counts.
 */
export type Cells = Record<string, string>;

/** Of the JSON in the setting. */
export const cells = z.record(
  z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
  z.string().refine((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
);

/** The origin of the installation for this address or domain, if it is not this one. */
export function cellOf(email: string, { CELLS, APP_ORIGIN }: { CELLS: Cells; APP_ORIGIN: string }): string | undefined {
  const labels = email.toLowerCase().split('@').at(-1)!.split('.');
  const domains = labels.map((_, from) => labels.slice(from).join('.'));
  const domain = domains.find((name) => Object.hasOwn(CELLS, name));
  return domain === undefined || CELLS[domain] === APP_ORIGIN ? undefined : CELLS[domain];
}
