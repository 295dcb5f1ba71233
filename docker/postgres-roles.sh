#!/bin/sh
# Runs once, when the database is made. The API's role may not alter the ledger; migrations own the tables; only operators
# and backups use the superuser. Behind PgBouncer the limit of statements belongs to the role.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname "$POSTGRES_DB" \
  --set database="$POSTGRES_DB" \
  --set migrations="$(cat /run/secrets/migration_password)" --set api="$(cat /run/secrets/api_password)" << 'SQL'
CREATE ROLE spareswipe_migrations LOGIN PASSWORD :'migrations';
CREATE ROLE spareswipe_api LOGIN PASSWORD :'api';
ALTER ROLE spareswipe_api SET statement_timeout = '15s';
ALTER DATABASE :"database" OWNER TO spareswipe_migrations;
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO spareswipe_api;
ALTER SCHEMA public OWNER TO spareswipe_migrations;
SQL
# The backups receive the WAL from their own container.
echo 'host replication postgres all scram-sha-256' >> "$PGDATA/pg_hba.conf"
