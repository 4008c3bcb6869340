#!/bin/sh
# Draws the pictures of the README and of docs/gallery.md again. View each one
# before you commit it. With an argument, draws only pictures with that prefix.
set -eu
cd "$(dirname "$0")/.."
only=${1:-}
pictures=docs/pictures
traces=$(mktemp -d)
trap 'rm -rf "$traces"' EXIT
export TIV_CACHE=off

wanted() { case $1 in "$only"*) ;; *) return 1 ;; esac; }

draw() { # name, trace, options; the last --size and --at apply
	wanted "$1" || return 0
	name=$1 trace=$2
	shift 2
	./tiv snapshot "$trace" -o "$pictures/$name.png" --size 1280x800 --at end "$@"
	go run ./internal/shrink "$pictures/$name.png"
}

made() { # kind, threads; prints the path of a generated trace
	path=$traces/$1-$2.bin
	[ -e "$path" ] || ./tiv generate "$1" -o "$path" --threads "$2" --events 1000000 --quiet
	echo "$path"
}

# The cases of the paper.
draw deadlock-3d demo:deadlock --view 3d
draw deadlock-split demo:deadlock --view split
draw deadlock-chain demo:deadlock --view interaction --select "main.inspector 26"
draw two-locks-split demo:two-locks --view split
draw two-locks-force demo:two-locks --view interaction --layout force --propose name
draw server-5-split demo:server-5 --view split
draw server-5-depth demo:server-5 --view 3d --in-time --at 2.2s
draw server-40-split demo:server-40 --view split
draw server-40-filter demo:server-40 --view split --filter 'blocking > 20% || blocks ~ "listener"'
draw server-40-plates demo:server-40 --view 3d --plates
draw lost-updater-split demo:lost-updater --view split --signals --at 700ms --step 10ms --steps 70 --history 70
draw crawler-contended-interaction demo:crawler-contended --view interaction
draw crawler-contended-history demo:crawler-contended --view interaction --history 200
draw crawler-healthy-interaction demo:crawler-healthy --view interaction
draw gc-wild-timeline demo:gc-wild --view timeline
draw gc-healthy-timeline demo:gc-healthy --view timeline
draw priorities-timeline demo:priorities --view timeline
draw transactions-timeline demo:transactions --view timeline --at 2.06s
draw transactions-lanes demo:transactions --view 3d --lanes --at 1.36s
draw shop-plot demo:shop --view event-plot
draw shop-follow demo:shop --view timeline --task 339 --at 1.292s --step 500us --steps 90

if wanted flame; then ./tiv flame demo:crawler-contended -o "$pictures/flame.svg"; fi

# Sizes and levels.
draw size-5-3d "$(made pool 5)" --view 3d --at 1s --step 2ms --steps 100 --history 20
draw size-50-split "$(made pool 50)" --view split
draw size-200-interaction "$(made pool 200)" --view interaction
draw size-2000-split "$(made pool 2000)" --view split
draw size-2000-close "$(made pool 2000)" --view split --close pool-3-worker-1,pool-3-sleeper-2,pool-3-producer-1
draw size-10000-split "$(made server 10000)" --view split --size 2560x1440 --scale 1.6

# Large pictures of other programs, in other views and colours.
large="--size 2560x1440 --scale 1.6"
draw large-5-split "$(made pipeline 5)" $large --view split --signals
draw large-50-3d "$(made pipeline 50)" $large --view 3d
draw large-200-timeline "$(made server 200)" $large --view timeline
draw large-2000-timeline "$(made server 2000)" $large --view timeline --lod near
draw large-10000-light "$(made pool 10000)" $large --view interaction --palette light
draw large-10000-contrast "$(made pipeline 10000)" $large --view 3d --palette contrast

# The calls of threads.
draw slices-timeline demo:transactions --view timeline --slices demo:transactions --at 2.06s
draw slices-base demo:transactions --view timeline --slices demo:transactions --base Transactions --at 1.5s --steps 40
draw transactions-execution demo:transactions --view execution --step 100us --steps 200 --at 1.5s
draw execution testdata/calls.tiv --view execution --at 70ms --size 1280x640

# Layouts, clusters, palettes.
draw layout-grid demo:crawler-contended --view interaction --layout grid
draw layout-ring demo:crawler-contended --view interaction --layout ring
draw layout-force demo:crawler-contended --view interaction --layout force
draw clusters "$(made pool 50)" --view split --propose name
draw clusters-folded "$(made pool 50)" --view split --propose name --fold
draw palette-light demo:deadlock --view split --palette light
draw palette-contrast demo:deadlock --view split --palette contrast
draw palette-cvd demo:deadlock --view split --palette cvd
draw palette-cvd-light demo:deadlock --view split --palette cvd-light

sheet() { # name, trace
	wanted "$1" || return 0
	./tiv snapshot "$2" -o "$pictures/$1.png" --storyboard --size 1920x1080
	go run ./internal/shrink "$pictures/$1.png"
}
sheet storyboard demo:server-40

# The window itself, on its own X server.
shoot() { # name, arguments of tiv
	wanted "$1" || return 0
	name=$1
	shift
	Xvfb :98 -noreset -screen 0 1280x800x24 >/dev/null 2>&1 &
	server=$!
	trap 'kill $server; rm -rf "$traces"' EXIT
	sleep 2
	DISPLAY=:98 xdotool mousemove 1279 799
	DISPLAY=:98 ./tiv "$@" --exit-after-load --shot "$pictures/$name.png"
	go run ./internal/shrink "$pictures/$name.png"
	kill $server
	wait $server || true
	trap 'rm -rf "$traces"' EXIT
}
shoot window demo:deadlock
shoot comparison diff --open demo:server-5 demo:server-40
