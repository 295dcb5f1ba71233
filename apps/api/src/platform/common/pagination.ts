import type { Pagination } from '@spareswipe/contract';

export interface Page {
  page: number;
  limit: number;
}

export const offsetOf = ({ page, limit }: Page): number => (page - 1) * limit;

/**
 * The rows of a page, which are read with the `total` of all pages. Beyond the last page there is no row with the total, so it
 * is read from the very first row.
 */
export async function pageOf<Row extends { total: number }>(
  page: Page,
  read: (limit: number, offset: number) => Promise<Row[]>,
): Promise<{ rows: Omit<Row, 'total'>[]; pagination: Pagination }> {
  const rows = await read(page.limit, offsetOf(page));
  const [first] = rows.length || page.page === 1 ? rows : await read(1, 0);
  return { rows: rows.map(({ total: _, ...row }) => row), pagination: paginationOf(first?.total ?? 0, page) };
}

/** The position of a page among all results. */
export function paginationOf(total: number, { page, limit }: Page): Pagination {
  const pages = Math.ceil(total / limit);
  return { current: page, pages, total, hasPrev: page > 1, hasNext: page < pages };
}
