import { DefaultNamingStrategy } from 'typeorm';

/** `createdAt` in an entity is `created_at` in SQL; tables and constraints are named by hand. */
export class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(property: string, given: string | undefined) {
    return given ?? property.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  }
}
