#!/bin/sh
# Records the demos again: demo/regenerate.sh [TIV [NAME ...]], in the root folder.
# Use an idle machine: other work would be visible in the traces.
# The file options.txt of a program has options of tiv record, one a line.
set -euf
tiv=$(realpath "${1:-./tiv}")
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- $(ls demo/programs)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for name in "$@"; do
	options=$(cat "demo/programs/$name/options.txt" 2>/dev/null || true)
	# shellcheck disable=SC2086
	(cd "demo/programs/$name" && "$tiv" record --no-open $options -o "$tmp/$name.trace" -- go run -trimpath .)
	gzip -9nc "$tmp/$name.trace" >"demo/traces/$name.trace.gz"
	wc -c "demo/traces/$name.trace.gz"
done
