#!/bin/sh
# Writes the digest of each foreign image that has none into the files below, so that a build takes the image that the night
# tested. Asks the registries: needs a network and docker buildx. `--check` only fails if a digest is missing; a release does
# that. Dependabot proposes newer tags with their digests.
set -eu
cd "$(dirname "$0")/.."
files='docker/api.Dockerfile docker/web.Dockerfile docker/compose.yml deploy/kubernetes/database.yaml'
line='^(FROM| *image:| *imageName:) ([^ $@]+)( AS .*)?$'

# shellcheck disable=SC2086 # a word for each file
images=$(sed -nE "s#$line#\2#p" $files | sort -u)
if [ "${1:-}" = --check ]; then
  [ -z "$images" ] && exit
  echo "without a digest (docker/pin-images.sh adds them):" "$images" >&2
  exit 1
fi
for image in $images; do
  digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image")
  # shellcheck disable=SC2086
  sed -i.before -E "s#^(FROM| *image:| *imageName:) $image( AS .*)?\$#\1 $image@$digest\2#" $files
  echo "$image@$digest"
done
for file in $files; do rm -f "$file.before"; done
