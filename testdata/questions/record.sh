#!/bin/sh
# Records the traces of docs/questions.md again: record.sh [TIV [NAME ...]], in the root
# folder. The sources in testdata/questions are a module of their own. Needs the module proxy or a filled module cache; uses only loopback. Use an
# idle machine: other work would be visible in the traces.
set -eu
tiv=$(realpath "${1:-./tiv}")
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- server server-traced server-nolocks hang hang-nolocks crowd
cd "$(dirname "$0")"
traces=$PWD/traces
nats=github.com/nats-io/nats-server/v2
version=$(go list -m -f '{{.Version}}' $nats)
address=127.0.0.1:14222
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/load" ./load
go build -trimpath -o "$tmp/nats-server" $nats

await_server() { # which may have to be compiled
	for _ in $(seq 600); do
		grep -qs 'Server is ready' "$tmp/log" && return
		sleep 0.2
	done
	echo "the server does not start" >&2
	exit 1
}

# serve NAME SERVER-FLAGS LOAD-FLAGS records the server under a load, and interrupts it.
serve() {
	rm -f "$tmp/log"
	"$tiv" record --no-open -o "$tmp/$1.trace" -- \
		go run -trimpath $nats@"$version" -a 127.0.0.1 -p 14222 -P "$tmp/pid" -l "$tmp/log" $2 &
	recorder=$!
	await_server
	pid=$(cat "$tmp/pid")
	"$tmp/load" -addr $address $(echo "$3" | sed "s/PID/$pid/")
	kill -INT "$pid" 2>/dev/null || true
	wait $recorder || true
}

# A board that reads slowly, and twelve shops.
shops="-publishers 12 -for 300ms -size 4096 -slow 5ms"

for name in "$@"; do
	case $name in
	server) serve $name "" "$shops" ;;
	server-traced) serve $name "-V" "$shops" ;;
	server-nolocks) # through the server's own profiling port
		rm -f "$tmp/log"
		"$tmp/nats-server" -a 127.0.0.1 -p 14222 -P "$tmp/pid" -l "$tmp/log" -profile 14265 &
		server=$!
		await_server
		"$tiv" convert "http://127.0.0.1:14265/debug/pprof/trace?seconds=0.5" -o "$tmp/$name.trace" &
		fetch=$!
		"$tmp/load" -addr $address $shops
		wait $fetch
		kill $server
		wait $server || true
		;;
	hang) "$tiv" record --no-open --locks all -o "$tmp/$name.trace" -- go test -trimpath -count=1 -timeout 1s ./sessions || true ;;
	hang-nolocks) go test -trimpath -count=1 -timeout 1s -o "$tmp/test" -trace "$tmp/$name.trace" ./sessions || true ;;
	# 4990 boards, each with two goroutines in the server, and killed, because the ends
	# of all connections would be half of the trace.
	crowd) serve $name "" "-kill PID -subscribers 4990 -publishers 10 -every 100ms -for 500ms -size 64" ;;
	esac
	"$tiv" convert --force "$tmp/$name.trace" -o "$traces/$name.bin"
	wc -c "$traces/$name.bin"
done
