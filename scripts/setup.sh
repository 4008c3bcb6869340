#!/bin/sh
# Installs the dependencies for building and running TIV, on Debian and its
# derivatives, without questions; with the word "tests" those for its tests, too, with
# "programs" the programs of proof/programs.json, with "ci-programs" those of them that
# continuous integration runs, with "applications" and "handlers" what those of
# proof/tasks and proof/handlers need.
# Leaves installed packages unchanged.
# Prints as its last line the folder of a sufficiently new Go toolchain, unless
# that is the one on the PATH.
set -eu

packages="gcc g++ libc6-dev make pkg-config ca-certificates python3
libgl1-mesa-dev libegl1-mesa-dev xorg-dev libgl1-mesa-dri libegl1 xvfb xdotool"
programs() { sed -n "/$1/"'s/.*"packages": \[\([^]]*\)\].*/\1/p' "$(dirname "$0")/../proof/programs.json" | grep -o '"[a-z0-9][^" ]*' | tr -d '"' | sort -u; }
for word in "$@"; do
	case $word in
	tests) packages="$packages default-jdk-headless rustc" ;;
	programs) packages="$packages $(programs .)" ;;
	applications) packages="$packages default-jre libtomcat10-java" ;;
	handlers) packages="$packages default-jre libtomcat10-java libnetty-java libjetty9-java libevent-dev libglib2.0-dev
		libuv1-dev redis-server nodejs linux-perf" ;;
	ci-programs) packages="$packages $(programs '"ci": true')" ;;
	esac
done
go_minor=26
go_version=1.26.8

missing=""
for p in $packages; do
	if ! dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'install ok installed'; then
		missing="$missing $p"
	fi
done

# go_minor_of prints the minor version of a go command: 26 for go1.26.8.
go_minor_of() {
	GOTOOLCHAIN=local "$1" env GOVERSION 2>/dev/null | sed -n 's/^go1\.\([0-9]*\).*/\1/p'
}

go=$(command -v go || true)
[ -n "$go" ] || { [ ! -x /usr/local/go/bin/go ] || go=/usr/local/go/bin/go; }
[ -n "$go" ] || missing="$missing golang-go"

if [ -n "$missing" ]; then
	if ! command -v apt-get >/dev/null; then
		echo "setup: apt-get not found; please install the equivalents of:$missing" >&2
		exit 1
	fi
	sudo=""
	[ "$(id -u)" = 0 ] || sudo="sudo"
	echo "setup: installing$missing" >&2
	$sudo apt-get update -q >&2
	# shellcheck disable=SC2086
	$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing >&2
	[ -n "$go" ] || go=$(command -v go)
fi

# A go command from 1.21 on downloads the toolchain that go.mod requires; an
# older one only serves to download a toolchain here.
minor=$(go_minor_of "$go")
if [ "${minor:-0}" -ge 21 ]; then
	[ "$go" = "$(command -v go || true)" ] || dirname "$go"
	exit 0
fi
case $(uname -m) in
x86_64) arch=amd64 ;;
aarch64) arch=arm64 ;;
*) echo "setup: please install Go 1.$go_minor or newer" >&2; exit 1 ;;
esac
echo "setup: fetching Go $go_version" >&2
module="golang.org/toolchain@v0.0.1-go$go_version.linux-$arch"
dir=$("$go" env GOMODCACHE)/$module
[ -x "$dir/bin/go" ] || {
	(cd /tmp && GOFLAGS=-mod=mod "$go" mod download "$module") >&2
	chmod -R u+w "$dir"
	chmod +x "$dir"/bin/* "$dir"/pkg/tool/*/*
}
echo "$dir/bin"
