import type { Pagination } from '@spareswipe/contract';
import type { DataSource } from 'typeorm';
import { offsetOf, paginationOf, type Page } from '../common/pagination.js';
import { queryRows } from './query-rows.js';

/**
 * The rows of a page, which a statement selects with the `total` of all pages. Its last two parameters are limit and offset. Beyond
 * the last page there is no row with the total, so it is read from the very first row.
 */
export async function pageOf<Row>(
  db: DataSource,
  page: Page,
  statement: string,
  values: unknown[],
): Promise<[Row[], Pagination]> {
  const read = (limit: number, offset: number) =>
    queryRows<Row & { total: number }>(db, statement, [...values, limit, offset]);
  const rows = await read(page.limit, offsetOf(page));
  const [first] = rows.length || page.page === 1 ? rows : await read(1, 0);
  return [rows.map(({ total: _, ...row }) => row as Row), paginationOf(first?.total ?? 0, page)];
}
