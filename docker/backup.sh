#!/bin/sh
# Dumps the roles and the database. `nightly` repeats it every day, `now` does it once, `check` fails when the last try failed
# or began more than 26 hours ago. `restore NAME.dump` fills an empty database: docs/operating.md.
set -eu
umask 077
folder=${BACKUP_DIR:?the folder for dumps}
days=${BACKUP_DAYS:-14}
case $days in *[!0-9]*) echo 'BACKUP_DAYS must be a whole number' >&2; exit 2 ;; esac
if [ -e /run/secrets/postgres_password ]; then PGPASSWORD=$(cat /run/secrets/postgres_password); export PGPASSWORD; fi

backup() {
  touch "$folder/begun"
  name=$folder/$(date -u +%Y-%m-%dT%H-%M-%SZ)
  # Renamed once both are complete, so that nobody restores half a database. Parts of failed ones would fill the disk.
  trap 'rm -f "$name".*.unfinished' EXIT
  pg_dumpall --globals-only --no-role-passwords --file="$name.roles.unfinished"
  pg_dump --format=custom --file="$name.dump.unfinished"
  mv "$name.roles.unfinished" "$name.roles.sql"
  mv "$name.dump.unfinished" "$name.dump"
  echo "backed up to $name.dump"
  # for node-exporter, which runs as another user
  echo "backup_newest_timestamp_seconds $(date +%s)" > "$folder/backup.prom.unfinished"
  chmod 644 "$folder/backup.prom.unfinished"
  mv "$folder/backup.prom.unfinished" "$folder/backup.prom"
  # By age, since a dump before each update must not push out older nights. The one just made is there.
  find "$folder" \( -name '*.dump' -o -name '*.roles.sql' -o -name '*.unfinished' \) -mtime +"$days" -exec rm -f {} + ||
    echo 'old dumps could not be deleted' >&2
}

case "${1:-now}" in
  # As a program of its own: inside `||` a shell would ignore the failure of any command but the last.
  nightly)
    while :; do
      if sh "$0" now; then rm -f "$folder/failed"; sleep 86400; continue; fi
      touch "$folder/failed"
      echo 'the backup failed, next try in 5 minutes' >&2
      sleep 300
    done ;;
  now) backup ;;
  check) [ ! -e "$folder/failed" ] && [ -n "$(find "$folder" -name begun -mmin -1560)" ] ;;
  # Without comments: only the owner of an extension may comment on it.
  restore) pg_restore --exit-on-error --no-comments --dbname="$PGDATABASE" "$folder/${2:?the name of a dump}" ;;
  *) echo 'usage: backup.sh nightly|now|check|restore NAME.dump' >&2; exit 2 ;;
esac
