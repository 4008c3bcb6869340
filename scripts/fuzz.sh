#!/bin/sh
# Searches for input that breaks an importer: runs each fuzz target of the project for a time,
# 60s by default. The targets are those that go test lists, so a new one is not forgotten.
set -eu
cd "$(dirname "$0")/.."

packages=$(grep -rl '^func Fuzz' --include='*_test.go' . | xargs -n 1 dirname | sort -u)
# shellcheck disable=SC2086
listed=$(go test -list '^Fuzz' $packages)
printf '%s\n' "$listed" |
	awk '/^Fuzz/ { names[n++] = $1 } /^ok/ { for (i = 0; i < n; i++) print $2, names[i]; n = 0 }' |
	while read -r package name; do
		echo "fuzz: $package $name"
		go test "$package" -run '^$' -fuzz "^$name\$" -fuzztime "${1:-60s}" -fuzzminimizetime 10x </dev/null
	done
