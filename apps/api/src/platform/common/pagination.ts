import type { Pagination } from '@spareswipe/contract';

export interface Page {
  page: number;
  limit: number;
}

export const offsetOf = ({ page, limit }: Page): number => (page - 1) * limit;

/** The position of a page among all results. */
export function paginationOf(total: number, { page, limit }: Page): Pagination {
  const pages = Math.ceil(total / limit);
  return { current: page, pages, total, hasPrev: page > 1, hasNext: page < pages };
}
