#!/bin/sh
# Applies the migrations, then replaces the API's processes by ones of the present image, settings and secrets, one after the
# other: `docker compose up` alone would stop all of them at once. Afterwards updates the other services that have changed.
#   docker compose -f docker/compose.yml build && docker/update.sh
set -eu
cd "$(dirname "$0")/.."
export COMPOSE_FILE="${COMPOSE_FILE:-docker/compose.yml}"

old='' count=0
for container in $(docker compose ps --all --quiet api); do
  case $(docker inspect --format '{{.State.Status}} {{.State.Health.Status}}' "$container") in
    'running healthy' | 'running starting') old="$old $container" count=$((count + 1)) ;;
    *) docker rm --force "$container" ;; # a failed start
  esac
done
if [ "$count" -eq 0 ]; then exec docker compose up --detach --wait; fi

docker compose run --rm --no-deps migrate
for container in $old; do
  # A failed start ends the script here, with the old processes serving on.
  docker compose up --detach --wait --no-deps --no-recreate --scale api=$((count + 1)) api
  docker stop "$container"
  docker rm "$container"
done
docker compose up --detach --wait --scale api="$count"
