import { MAX_PAGE_SIZE } from '@spareswipe/contract';
import { api, unwrap } from '../../shared/api/client';

/** The number of the newest purchase in the student's recent meal history. Another one than before: paid meals have arrived. */
export async function latestPurchase(): Promise<string | undefined> {
  const { entries } = await unwrap(api.credits.history({ query: { limit: MAX_PAGE_SIZE } }));
  return entries.find(({ kind }) => kind === 'purchase')?.sequence;
}
