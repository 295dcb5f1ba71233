#!/bin/sh
# Applies the migrations, then replaces the API's processes by ones of the present image, settings and secrets, one after the
# other: `docker compose up` alone would stop all of them at once. Afterwards updates the other services that have changed.
#   docker compose -f docker/compose.yml build && docker/update.sh
set -eu
cd "$(dirname "$0")/.."
export COMPOSE_FILE="${COMPOSE_FILE:-docker/compose.yml}"

state() { docker inspect --format '{{.State.Status}} {{.State.Health.Status}}' "$1"; }

# One that is unhealthy may still answer: a machine that builds images is slow.
old=''
for container in $(docker compose ps --quiet api); do
  case $(state "$container") in
    running*) old="$old $container" ;;
    *) docker rm --force "$container" ;; # it starts and fails again and again
  esac
done
# An old `migrate`, too: Compose 2.26 replaces all that depend on a container that it replaces.
docker compose rm --force api migrate
if [ -z "$old" ]; then exec docker compose up --detach --wait; fi

docker compose run --rm --no-deps migrate || {
  echo 'The migrations failed. The old processes serve on.' >&2
  exit 1
}
# shellcheck disable=SC2086 # a word for each process
set -- $old
count=$#
for container in "$@"; do
  before=$(docker compose ps --all --quiet api)
  # Of the whole project: Compose 2.26 takes a container that was made with --no-deps for changed, and replaces it below.
  docker compose create --no-recreate --scale api=$((count + 1))
  new=$(docker compose ps --all --quiet api | grep --invert-match --line-regexp --fixed-strings "$before")
  docker start "$new"
  while :; do
    case $(state "$new") in
      'running healthy') break ;;
      'running starting') sleep 1 ;;
      *)
        docker logs --tail 20 "$new" >&2
        docker rm --force "$new"
        echo 'The new process does not start. The old ones serve on.' >&2
        exit 1
        ;;
    esac
  done
  docker stop "$container"
  docker rm "$container"
done

# Compose does not notice that the content of a mounted file has changed.
running() { docker ps --quiet --filter label=com.docker.compose.project=spareswipe --filter "label=com.docker.compose.service=$1"; }
restart_if_changed() {
  container=$(running "$1")
  [ -z "$container" ] || docker exec "$container" cat "$2" | cmp -s - "$3" || docker restart "$container"
}
restart_if_changed pgbouncer /etc/pgbouncer/pgbouncer.ini docker/pgbouncer.ini
restart_if_changed backup /backup.sh docker/backup.sh
container=$(running prometheus)
[ -z "$container" ] || docker kill --signal HUP "$container" # reads its rules again
docker compose up --detach --wait
