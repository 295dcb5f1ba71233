#!/bin/sh
# Makes the secrets of docker/compose.yml in docker/secrets, or in the given folder. Never changes one that exists: the
# database keeps its passwords. Containers read the files as different users; the folder is closed to others on this machine.
# Their users also read what compose.yml mounts, whatever the umask of the checkout was.
set -eu
(
  cd "$(dirname "$0")/.."
  mkdir -p docker/alertmanagers
  chmod -R a+rX docker/*.sh docker/pgbouncer.ini docker/alertmanagers deploy/prometheus apps/api/src/ledger/audit/invariants
)
cd "${1:-"$(mkdir -p "$(dirname "$0")/secrets" && cd "$(dirname "$0")/secrets" && pwd)"}"
chmod 700 .
mkdir -p api
chmod -R a+rX api # whatever the umask: the user of the API's containers reads it

random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
make() {
  [ -e "$1" ] || printf '%s' "$2" > "$1"
  chmod 644 "$1"
}

make postgres_password "$(random)"
make migration_password "$(random)"
make api_password "$(random)"
make jwt_secret "$(random)"
make starting_meals_key "$(random)"
# Signs notifications; a number below the order of P-256, as nearly every one of 32 bytes is.
make vapid_private_key "$(head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n')"
make pgbouncer_users "\"spareswipe_api\" \"$(cat api_password)\""
make database_url "postgres://spareswipe_api:$(cat api_password)@pgbouncer:6432/spareswipe"
make listen_database_url "postgres://spareswipe_api:$(cat api_password)@postgres:5432/spareswipe"
make migration_database_url "postgres://spareswipe_migrations:$(cat migration_password)@postgres:5432/spareswipe"
