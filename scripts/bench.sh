#!/bin/sh
# Measures TIV and prints the figures of docs/performance.md: ratios within one run.
# TRACES: additional Go traces to load. EVENTS: numbers of events of the large
# generated traces; larger ones take minutes and gigabytes. SPANS: number of
# events of the traces for filters and clusters.
# The argument selects a part: model (bytes to buckets and edges) or viewer (frames).
set -eu
cd "$(dirname "$0")/.."
mkdir -p bench
go build -o bench/processes ./internal/bench

model() {
	gunzip -c tracefeed/gotrace/testdata/go-zoo.trace.gz >bench/zoo.trace
	echo "== loading, whole processes"
	# shellcheck disable=SC2086
	TIV_CACHE=off ./bench/processes ./tiv bench/zoo.trace ${TRACES:-}

	echo "== Go traces: the wire format against the library; text traces"
	go test ./tracefeed/gotrace ./tracefeed/textfeed -run '^$' -bench .

	echo "== merging feeds: ns an event"
	go test ./tracefeed/merge -run '^$' -bench .

	echo "== reducing: ns and bytes an event"
	go test ./timeline -run '^$' -bench . -benchmem

	echo "== trace.bin: encoding and decoding"
	go test ./tracefeed/binfeed -run '^$' -bench .

	echo "== large traces: scanning, against C, opening again, zooming, edges, findings"
	for events in ${EVENTS:-1000000 10000000 100000000}; do
		echo "-- $events events"
		TIV_EVENTS=$events TIV_BENCH_DIR=$PWD/bench go test ./internal/bench -run '^$' -bench . -benchtime 5x -timeout 60m
		rm -f bench/*-"$events".bin
	done

	echo "== call trees"
	go test ./execution -run '^$' -bench .

	echo "== memory"
	./bench/processes -memory ./tiv bench

	echo "== writing a trace from a program: ns an event"
	go test ./record/emit -run '^$' -bench Emit

	echo "== generating traces"
	go test ./internal/generate -run '^$' -bench . -benchtime 3x
}

viewer() {
	echo "== making frames"
	go test ./scene -run '^$' -bench .

	echo "== drawing frames, 1920×1080"
	go test ./render -run '^$' -bench .

	echo "== the viewer with large traces: frames while playing, keys, scrubbing, choosing"
	go test ./internal/viewer -run '^$' -bench Views -benchtime 10x -timeout 60m
	go test ./internal/viewer -run '^$' -bench Keys -benchtime 10x -timeout 60m
	go test ./internal/viewer -run '^$' -bench Scrub -benchtime 100x -timeout 60m
	TIV_EVENTS=${SPANS:-10000000} go test ./internal/viewer -run '^$' -bench Choose -benchtime 10x -timeout 60m

	echo "== the window with its panels: playback"
	TIV_EVENTS=${SPANS:-10000000} go test ./ui -run '^$' -bench WindowPlayback -benchtime 300x -timeout 60m

	echo "== memory of the window"
	for threads in 200 1000 10000; do
		./tiv generate pool -o "bench/window-$threads.bin" --threads "$threads" --events 4000000 --quiet
	done
	Xvfb :97 -noreset -screen 0 1920x1080x24 >/dev/null 2>&1 &
	server=$!
	trap 'kill $server' EXIT
	sleep 2
	DISPLAY=:97 TIV_CACHE=off ./bench/processes -window ./tiv bench/window-200.bin bench/window-1000.bin bench/window-10000.bin
}

case ${1:-all} in
model) model ;;
viewer) viewer ;;
all)
	model
	viewer
	;;
*) echo "bench: $1: want model or viewer" >&2; exit 2 ;;
esac
