import { DataSource, type DataSourceOptions } from 'typeorm';
import { entities } from './tables/index.js';
import { migrations } from './migrations/index.js';
import { SnakeCaseColumns } from './naming.js';
import { urlsIn } from '../config/urls.js';

/** Connection options for the API, the commands and the tests. Only migrations change the schema. */
export function databaseOptions(url: string) {
  return {
    type: 'postgres',
    url: urlsIn(url)[0],
    entities,
    migrations,
    namingStrategy: new SnakeCaseColumns(),
    synchronize: false,
  } satisfies DataSourceOptions;
}

export const dataSource = (url: string): DataSource => new DataSource(databaseOptions(url));
