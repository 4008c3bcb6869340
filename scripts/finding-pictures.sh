#!/bin/sh
# Draws the pictures of docs/findings.md again: records a program of the corpus for each
# kind of finding, and draws it. View each one before you commit it. With an argument,
# draws only kinds with that prefix.
set -eu
cd "$(dirname "$0")/.."
only=${1:-}
folder=docs/pictures
traces=$(mktemp -d)
trap 'rm -rf "$traces"' EXIT
export TIV_CACHE=off

programs=
record() { # names the program of one picture
	case $1 in "$only"*) programs=$programs,$1 ;; esac
}

draw() { # program of the corpus, view, further options
	program=$1 view=$2
	shift 2
	case $program in "$only"*) ;; *) return 0 ;; esac
	picture=$folder/finding-${program%%/*}.png
	./tiv snapshot "$traces/$(echo "$program" | tr / -).trace" -o "$picture" --force --size 960x400 --view "$view" "$@"
	go run ./internal/shrink "$picture"
}

work='name ~ "corpus"'
pictures() { # calls a function for each picture
	"$1" deadlock/moby-50619-1 split --filter "$work" --hide
	"$1" stuck/lakefs-1390-1 timeline --at end
	"$1" leak/cadvisor-2549-1 timeline --at end
	"$1" blocking-chain/writer-2 split --filter "$work" --hide --history 20
	"$1" long-hold/network-2 split --filter "$work" --hide --history 20
	"$1" convoy/joined-2 timeline --at end
	"$1" contention/hot-2 split --filter "$work" --hide --history 20
	"$1" starvation/greedy-2 timeline --at end --filter "$work" --hide
	"$1" oversubscription/compute-3 timeline --at end --filter "$work" --hide
	"$1" thundering-herd/broadcast-3 timeline --at 1s --step 200us --steps 200 --filter "$work" --hide
	"$1" serialization/merge-3 timeline --at end --filter "$work" --hide
	"$1" imbalance/partition-3 timeline --at end --filter "$work" --hide
	"$1" gc-pressure/small-3 timeline --at end --filter "$work" --hide
	"$1" io-wait/flush-2 timeline --at end --filter "$work" --hide
	"$1" cycle/timeout-2 split --at 340ms --step 1ms --steps 100 --history 30
	"$1" long-wait/leader-2 timeline --at end --filter "$work" --hide
	"$1" pile-up/registry-2 timeline --at end --filter "$work" --hide
}
pictures record
go run ./proof/findings -random 0 -only "${programs#,}" -keep "$traces"
pictures draw
