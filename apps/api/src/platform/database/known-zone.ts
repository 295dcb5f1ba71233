import type { EntityManager } from 'typeorm';

/** The time zone, or undefined if PostgreSQL does not know it; Node has names of its own. */
export async function knownZone(tx: EntityManager, timeZone: string): Promise<string | undefined> {
  const [row] = await tx.query<{ zone: string | null }[]>('SELECT known_zone($1) AS zone', [timeZone]);
  return row!.zone ?? undefined;
}
