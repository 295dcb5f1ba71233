import { DataSource, DefaultNamingStrategy, type DataSourceOptions, type Table } from 'typeorm';
import * as entities from './tables/index.js';
import { migrations } from './migrations/index.js';
import { urlsIn } from '../config/urls.js';

/** `createdAt` in an entity is `created_at` in SQL. Tables have explicit names. */
class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(property: string, customName: string | undefined) {
    return customName ?? property.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  }

  override primaryKeyName(table: Table | string) {
    return `pk_${this.getTableName(table)}`;
  }
}

/** Connection options for the API, the commands and the tests. Only migrations change the schema. */
export function databaseOptions(url: string) {
  return {
    type: 'postgres',
    url: urlsIn(url)[0],
    entities: Object.values(entities),
    migrations,
    namingStrategy: new SnakeCaseNames(),
    synchronize: false,
  } satisfies DataSourceOptions;
}

export const dataSource = (url: string): DataSource => new DataSource(databaseOptions(url));
