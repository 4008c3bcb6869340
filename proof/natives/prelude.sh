# What the scripts of programs share. Each has a function work, whose output and exit code
# are compared, and can have a function prepare. TIV, PROOF, COSTS and, if the run is
# recorded, TRACE come from proof.
set -u -o pipefail

prepare() { :; }

# measured COMMAND … sets words to the command that runs it, bare or recorded.
measured() {
	if [ -n "${TRACE:-}" ]; then
		set -- "$TIV" record --no-open --force -o "$TRACE" -- "$@"
	fi
	words=("$PROOF" measure-test "$COSTS" "$@")
}

# run COMMAND … is the program under test.
run() {
	measured "$@"
	"${words[@]}"
}

# serve COMMAND … is one that runs in the background, as process $server. served waits for
# its end.
serve() {
	measured "$@"
	"${words[@]}" >server.log 2>&1 &
	server=$!
}
served() { wait "$server"; }

# wait_for COMMAND … until it succeeds, at most 20 s.
wait_for() {
	for _ in $(seq 400); do
		"$@" >/dev/null 2>&1 && return
		sleep 0.05
	done
	echo "waited in vain: $*" >&2
	return 1
}

# port prints a free one.
port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# bytes N makes a file with so many bytes of text, always the same.
bytes() { head -c "$1" < <(seq 1 10000000) >data; }

# repository makes one of git with 300 files in three versions.
repository() {
	git init -q repository
	for version in 1 2 3; do
		for i in $(seq 300); do seq -f "line %.0f of $version" "$i" $((i + 400)) >repository/$i.txt; done
		git -C repository add . && git -C repository -c user.name=a -c user.email=a@b commit -qm "$version"
	done
}
