#!/bin/sh
# Counts clause words in comments: for each package, and in total, the number of
# comment lines per thousand that contain one. Excludes tests and testdata.
# Arguments are folders; the default is the whole repository.
set -eu
[ $# -gt 0 ] || { cd "$(dirname "$0")/.." && set -- .; }

find "$@" -name testdata -prune -o -name '*.go' ! -name '*_test.go' -type f -print0 | LC_ALL=C sort -z |
	xargs -0 -r awk '
	function folder(file) {
		sub(/^\.\//, "", file)
		if (!sub(/\/[^\/]*$/, "", file)) return "."
		return file
	}
	function count(name,   i) {
		lines[name]++
		for (i = 1; i <= n; i++) if (text ~ pattern[i]) hits[name, i]++
	}
	function row(name,   i) {
		printf "%-32s %6d", name, lines[name]
		for (i = 1; i <= n; i++) printf " %6.1f", 1000 * hits[name, i] / lines[name]
		print ""
	}
	BEGIN {
		pattern[++n] = " what "
		pattern[++n] = " (tell|tells|told) "
		pattern[++n] = " (who|whom|whose) "
		pattern[++n] = " (stand|stands) "
		pattern[++n] = " (nobody|somebody|anybody) "
		pattern[++n] = " (ask|asks|asked) "
		pattern[++n] = " (those (that|who)|of which) "
		pattern[++n] = " which "
		pattern[++n] = " (that of|those of) "
		pattern[++n] = " one of .* that "
		printf "%-32s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s\n", "package", "lines",
			"what", "tell", "who", "stand", "nobody", "ask", "those", "which", "thatof", "oneof"
	}
	# A comment is a separate line or follows code after a space.
	match($0, /(^|[ \t])\/\/([ \t]|$)/) {
		text = " " tolower(substr($0, RSTART + RLENGTH)) " "
		gsub(/[^a-z]+/, " ", text)
		package = folder(FILENAME)
		if (!(package in lines)) order[++packages] = package
		count(package)
		count("total")
	}
	END {
		for (p = 1; p <= packages; p++) row(order[p])
		if (packages) row("total")
	}'
