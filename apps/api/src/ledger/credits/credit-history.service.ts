import { Injectable } from '@nestjs/common';
import type { Page } from '../../platform/common/pagination.js';
import { CreditsQueries } from './credits.queries.js';

/** The movements of any student's credits, for operators. */
@Injectable()
export class CreditHistoryService {
  constructor(private readonly queries: CreditsQueries) {}

  async of(studentId: string, page: Page) {
    const { entries, pagination } = await this.queries.history({ id: studentId, asOf: null }, page);
    return { entries, pagination };
  }
}
