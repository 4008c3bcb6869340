#!/bin/sh
# Records the demos again: demo/regenerate.sh [TIV [NAME ...]], in the root folder.
# Use an idle machine: other work would be visible in the traces.
set -eu
tiv=${1:-./tiv}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- $(ls demo/programs)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for name in "$@"; do
	"$tiv" record --no-open -o "$tmp/$name.trace" -- go run -trimpath "./demo/programs/$name"
	gzip -9nc "$tmp/$name.trace" >"demo/traces/$name.trace.gz"
	wc -c "demo/traces/$name.trace.gz"
done
