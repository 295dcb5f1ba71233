#!/bin/sh
# Keeps what it takes to restore the database to any second of the last BACKUP_DAYS: base backups, and the WAL as it is written.
# `run` receives the WAL, makes a base backup every week, and every day restores the last second into a scratch database, where
# it checks the ledger. `now` makes a base backup, `check` fails if the last turn failed. `restore [TIME]` fills the empty
# PGDATA, with TIME in UTC as '2026-11-27 08:00:00': docs/operating.md.
set -eu
umask 077
folder=${BACKUP_DIR:?the folder for backups}
days=${BACKUP_DAYS:-14}
case $days in *[!0-9]*) echo 'BACKUP_DAYS must be a whole number' >&2; exit 2 ;; esac
if [ -e /run/secrets/postgres_password ]; then PGPASSWORD=$(cat /run/secrets/postgres_password); export PGPASSWORD; fi
base=$folder/base
wal=$folder/wal

make() {
  mkdir -p "$base"
  rm -rf "$base"/unfinished* # of a container that was stopped
  touch "$base/unfinished.begun" # it needs no WAL from before
  if ! pg_basebackup --pgdata="$base/unfinished" --format=tar --gzip --wal-method=none --checkpoint=fast --no-password; then
    rm -rf "$base"/unfinished*
    return 1
  fi
  name=$base/$(date -u +%Y-%m-%dT%H-%M-%SZ) # it restores no time before its end
  mv "$base/unfinished.begun" "$name.begun"
  mv "$base/unfinished" "$name"
  echo "backed up to $name"
  # The newest of those that are too old is where the restore of the first day begins.
  find "$base" -name '*.begun' -mtime +"$days" | sort | sed '$d' | while read -r old; do rm -rf "${old%.begun}" "$old"; done
  oldest=$(find "$base" -name '*.begun' | sort | head -n 1)
  find "$wal" -type f ! -newer "$oldest" -exec rm -f {} +
}

# Restores into the empty folder $1, up to the time $2 or the last second, and leaves the server running on its socket.
recover() {
  # By its name, since a copy from elsewhere may have lost the times of its folders.
  until=${2:+$(echo "$2" | tr ' :' T-)Z}
  newest=$(find "$base" -name '*Z' | sort | awk -v until="$base/${until:-~}" '$0 <= until' | tail -n 1)
  [ -n "$newest" ] || { echo 'There is no base backup from before that time' >&2; return 1; }
  mkdir -p "$1"
  chmod 700 "$1"
  tar -xzf "$newest/base.tar.gz" -C "$1"
  touch "$1/recovery.signal"
  cp "$1/postgresql.auto.conf" "$1/before.conf"
  target=${2:+"recovery_target_time = '$2 UTC'"}
  # Nobody connects before the end, not over the network, and the last segment is still being received.
  cat >> "$1/postgresql.auto.conf" <<END
restore_command = 'cp "$wal/%f" "%p" 2> /dev/null || cp "$wal/%f.partial" "%p"'
$target
recovery_target_action = promote
hot_standby = off
listen_addresses = ''
unix_socket_directories = '/tmp'
port = 5433
shared_buffers = 64MB
END
  pg_ctl --pgdata="$1" --wait --log="$1/recovery.log" start > /dev/null || { cat "$1/recovery.log" >&2; return 1; }
  until ask --host=/tmp --port=5433 --command='SELECT' > /dev/null 2>&1; do
    pg_ctl --pgdata="$1" status > /dev/null || { cat "$1/recovery.log" >&2; return 1; }
    sleep 1
  done
}
finish() {
  pg_ctl --pgdata="$1" --wait --mode=fast stop > /dev/null
  mv "$1/before.conf" "$1/postgresql.auto.conf"
}
ask() { psql --no-psqlrc --tuples-only --no-align --set ON_ERROR_STOP=1 "$@"; }

# Restores the last second, as after the loss of the machine, and counts the rows that break an invariant of the ledger.
verify() {
  scratch=$folder/scratch
  rm -rf "$scratch"
  trap 'pg_ctl --pgdata="$scratch" --mode=immediate stop > /dev/null 2>&1 || true' EXIT
  recover "$scratch" ''
  broken=0
  for invariant in "${INVARIANTS:-/invariants}"/*.sql; do
    rows=$(ask --host=/tmp --port=5433 --command="SELECT count(*) FROM ($(cat "$invariant")) offender")
    if [ "$rows" != 0 ]; then echo "$rows rows break: $(basename "$invariant" .sql)" >&2; broken=1; fi
  done
  finish "$scratch"
  rm -rf "$scratch"
  [ "$broken" = 0 ] || return 1
  touch "$folder/checked"
  echo 'restored the last second, and the ledger is whole'
}

young() { [ -n "$(find "$1" -name "$2" -mmin -"$3" 2> /dev/null)" ]; }
made_at() { echo "$1 $(stat -c %Y "$2")"; }
turn() {
  young "$base" '*Z' 10080 || make
  young "$folder" checked 1440 || verify
  behind=$(ask --command="SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint FROM pg_replication_slots
    WHERE slot_name = 'backup' AND active")
  # After a base backup the slot is up to one segment (16 MB) behind, until pg_receivewal reports.
  [ "${behind:-99999999}" -lt 33554432 ] || { echo "the WAL is behind (bytes: ${behind:-none received})" >&2; return 1; }
  touch "$folder/received"
  # For node-exporter, which runs as another user.
  {
    made_at backup_newest_timestamp_seconds "$(find "$base" -name '*Z' | sort | tail -n 1)"
    made_at backup_checked_timestamp_seconds "$folder/checked"
    made_at backup_wal_timestamp_seconds "$folder/received"
  } > "$folder/backup.prom.unfinished"
  chmod 644 "$folder/backup.prom.unfinished"
  mv "$folder/backup.prom.unfinished" "$folder/backup.prom"
}

case "${1:-now}" in
  run)
    mkdir -p "$wal"
    pg_receivewal --slot=backup --create-slot --if-not-exists --no-password
    # It connects again by itself. Synchronous: written to the disk at once, not at the end of a segment.
    pg_receivewal --directory="$wal" --slot=backup --synchronous --no-password &
    receiver=$!
    trap 'kill "$receiver"; exit 0' TERM INT
    # As a program of its own: inside `if` a shell would ignore the failure of any command but the last.
    while kill -0 "$receiver"; do
      touch "$folder/begun"
      if sh "$0" turn; then rm -f "$folder/failed"; pause=60; else touch "$folder/failed"; pause=300; fi
      sleep "$pause" & wait "$!"
    done
    exit 1
    ;;
  turn) turn ;;
  now) make ;;
  check) [ ! -e "$folder/failed" ] && young "$folder" begun 1560 ;;
  restore)
    recover "${PGDATA:?the data directory}" "${2:-}"
    finish "$PGDATA"
    # The restored database writes WAL of its own from here on.
    old=$folder/until-$(date -u +%Y-%m-%dT%H-%M-%SZ)
    mkdir "$old"
    mv "$base" "$wal" "$old"
    rm -f "$folder/checked" # it is of the old ones, and in a copy its time is that of the copying
    echo "restored ${2:-the last second}; the old backups are in $old"
    ;;
  *) echo 'usage: backup.sh run|now|check|restore [TIME]' >&2; exit 2 ;;
esac
