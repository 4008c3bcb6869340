#!/bin/sh
# Measures TIV and prints what CHANGELOG and docs quote: ratios within one run.
# TRACES names Go traces to load besides the bundled ones.
set -eu
cd "$(dirname "$0")/.."
mkdir -p bench
gunzip -c tracefeed/gotrace/testdata/go-zoo.trace.gz >bench/zoo.trace
go build -o bench/processes ./internal/bench

echo "== loading, whole processes"
# shellcheck disable=SC2086
./bench/processes ./tiv bench/zoo.trace ${TRACES:-}

echo "== reducing: ns and bytes an event"
go test ./timeline -run '^$' -bench . -benchmem
go test ./tracefeed/gotrace ./tracefeed/textfeed -run '^$' -bench .

echo "== making frames"
go test ./scene -run '^$' -bench .

echo "== drawing frames, 1920×1080"
go test ./render -run '^$' -bench .
