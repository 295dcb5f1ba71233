import { DefaultNamingStrategy } from 'typeorm';

/** `createdAt` in an entity is `created_at` in SQL. Tables and constraints have explicit names. */
export class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(property: string, customName: string | undefined) {
    return customName ?? property.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  }
}
