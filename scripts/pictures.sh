#!/bin/sh
# Draws the pictures of the README again. Look at each before you commit it.
set -eu
cd "$(dirname "$0")/.."
draw() { # name, demo, options
	name=$1 demo=$2
	shift 2
	./tiv snapshot "demo:$demo" -o "docs/pictures/$name.png" --size 1280x800 "$@"
}
draw deadlock-3d deadlock --view 3d
draw two-locks-split two-locks --view split
draw gc-wild-timeline gc-wild --view timeline
draw server-40-split server-40 --view split
draw crawler-contended-interaction crawler-contended --view interaction

# The window itself, on a display of its own.
Xvfb :98 -noreset -screen 0 1280x800x24 >/dev/null 2>&1 &
server=$!
trap 'kill $server' EXIT
shoot() { # name, demo
	DISPLAY=:98 xdotool mousemove 1279 799
	DISPLAY=:98 ./tiv "demo:$2" --exit-after-load --shot "docs/pictures/$1.png"
}
sleep 2
shoot window deadlock
