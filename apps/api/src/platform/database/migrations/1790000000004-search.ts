import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Substring search over food, store and details of active requests. The trigram extension is trusted, so the database's
 * owner may install it. Where it is not available, search still works but reads all active requests.
 */
export class Search1790000000004 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      DO $$
      DECLARE
        home text;
      BEGIN
        CREATE EXTENSION IF NOT EXISTS pg_trgm;
        SELECT n.nspname INTO STRICT home
          FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
        -- A short pending list: new requests are cheap to add, and a search does not have to read many of them one by one.
        EXECUTE format(
          'CREATE INDEX ix_meal_requests_search ON meal_requests USING gin
             (meal_description %1$I.gin_trgm_ops, location %1$I.gin_trgm_ops, description %1$I.gin_trgm_ops)
             WITH (gin_pending_list_limit = 128) WHERE status = ''active''', home);
      EXCEPTION WHEN OTHERS THEN
        RAISE WARNING 'search runs without its index: %', SQLERRM;
      END $$
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`DROP INDEX IF EXISTS ix_meal_requests_search`);
  }
}
