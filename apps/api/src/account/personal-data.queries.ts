import { Injectable } from '@nestjs/common';
import type { PersonalData } from '@spareswipe/contract';
import { DataSource } from 'typeorm';
import { Clock } from '../platform/common/clock.js';
import { queryRows } from '../platform/database/query-rows.js';
import { personalData } from './personal-data.js';

type Row = Record<string, unknown>;

/** One statement, so that all parts are of the same moment. */
const EVERYTHING = `SELECT ${Object.values(personalData)
  .map(({ sql }, index) => `(SELECT coalesce(json_agg(part), '[]') FROM (${sql}) part) AS "${index}"`)
  .join(', ')}`;

const camelCase = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const toRecord = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [camelCase(column), value]));

/** Collects what is kept about a student, for the student's own download. */
@Injectable()
export class PersonalDataQueries {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  async of(studentId: string): Promise<PersonalData> {
    const [rows] = await queryRows<Record<number, Row[]>>(this.db, EVERYTHING, [studentId]);
    const parts = Object.entries(personalData).map(([name, { title }], index) => {
      return [name, { title, records: rows![index]!.map(toRecord) }] as const;
    });
    return { madeAt: this.clock.now().toISOString(), parts: Object.fromEntries(parts) };
  }
}
