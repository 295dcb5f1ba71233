import { DataSource, DefaultNamingStrategy, type DataSourceOptions } from 'typeorm';
import * as entities from './tables/index.js';
import { migrations } from './migrations/index.js';
import { urlsIn } from '../config/urls.js';

/** `createdAt` in an entity is `created_at` in SQL. Tables and constraints have explicit names. */
class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(property: string, customName: string | undefined) {
    return customName ?? property.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  }
}

/** Connection options for the API, the commands and the tests. Only migrations change the schema. */
export function databaseOptions(url: string) {
  return {
    type: 'postgres',
    url: urlsIn(url)[0],
    entities: Object.values(entities),
    migrations,
    namingStrategy: new SnakeCaseColumns(),
    synchronize: false,
  } satisfies DataSourceOptions;
}

export const dataSource = (url: string): DataSource => new DataSource(databaseOptions(url));
