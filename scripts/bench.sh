#!/bin/sh
# Measures TIV and prints what docs/performance.md quotes: ratios within one run.
# TRACES names Go traces to load besides the bundled ones; EVENTS says how long
# the big traces are that are made up (more takes minutes and gigabytes).
set -eu
cd "$(dirname "$0")/.."
mkdir -p bench
gunzip -c tracefeed/gotrace/testdata/go-zoo.trace.gz >bench/zoo.trace
go build -o bench/processes ./internal/bench

echo "== loading, whole processes"
# shellcheck disable=SC2086
TIV_CACHE=off ./bench/processes ./tiv bench/zoo.trace ${TRACES:-}

echo "== Go traces: the wire format against the library; text traces"
go test ./tracefeed/gotrace ./tracefeed/textfeed -run '^$' -bench .

echo "== reducing: ns and bytes an event"
go test ./timeline -run '^$' -bench . -benchmem

echo "== trace.bin: encoding and decoding"
go test ./tracefeed/binfeed -run '^$' -bench .

echo "== big traces: scanning, against C, opening again, zooming, edges, findings"
for events in ${EVENTS:-1000000 10000000 100000000}; do
	echo "-- $events events"
	TIV_EVENTS=$events TIV_BENCH_DIR=$PWD/bench go test ./internal/bench -run '^$' -bench . -benchtime 5x -timeout 60m
	rm -f bench/*-"$events".bin
done

echo "== memory"
./bench/processes -memory ./tiv bench

echo "== writing a trace from a program: ns an event"
go test ./record/emit -run '^$' -bench Emit

echo "== making up traces"
go test ./internal/generate -run '^$' -bench . -benchtime 3x

echo "== making frames"
go test ./scene -run '^$' -bench .

echo "== drawing frames, 1920×1080"
go test ./render -run '^$' -bench .
