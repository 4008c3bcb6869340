#!/bin/bash
# Runs programs of Debian bare and recorded, in turn, and prints a table of processor
# seconds (of a server: those of the server) and their ratio, with those of the recorder
# included. Servers listen on the loopback interface only. Programs that are not
# installed are left out (redis-server redis-tools pigz pbzip2 memcached
# libmemcached-tools sysbench postgresql ffmpeg; python3; rustc).
# native-programs.sh TIV [ROUNDS] keeps the traces in native-traces/.
set -u
tiv=$(realpath "$1") rounds=${2:-3}
out=$PWD/native-traces
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work" # for PostgreSQL, which does not run as root
cd "$work" || exit 1
cat /usr/bin/* 2>/dev/null | head -c 30000000 >data

have() { command -v "$1" >/dev/null; }

# recorded NAME COMMAND … records a command to NAME.bin.
recorded() {
	name=$1
	shift
	"$tiv" record --no-open --force -o "$out/$name.bin" -- "$@"
}

# wait_for COMMAND … until it succeeds, at most 10 s.
wait_for() {
	for _ in $(seq 200); do
		"$@" >/dev/null 2>&1 && return
		sleep 0.05
	done
}

# seconds COMMAND … prints the processor time that it takes, in ms.
TIMEFORMAT='%U %S'
seconds() {
	{ time "$@" >"$work/log" 2>&1 || echo "failed: $*" >&3; } 2>&1 | awk '{print int(($1 + $2) * 1000)}'
} 3>&2

# A load on a server, which another process ends.
redis() {
	{
		wait_for redis-cli -p 7391 ping
		redis-benchmark -p 7391 -n 80000 -c 50 -t set,get -q
		redis-cli -p 7391 shutdown nosave
	} >/dev/null 2>&1 &
	seconds "$@" redis-server --port 7391 --bind 127.0.0.1 --save '' --io-threads "$io" --io-threads-do-reads yes
	wait $!
}

memcache() {
	{
		wait_for memcping --servers=127.0.0.1:7392
		memcslap --servers=127.0.0.1:7392 --concurrency=8 --execute-number=12000
		kill "$(cat "$work/pid")"
	} >/dev/null 2>&1 &
	rm -f "$work/pid"
	seconds "$@" memcached -u root -l 127.0.0.1 -p 7392 -t 4 -P "$work/pid"
	wait $!
}

# twice NAME FUNCTION: both variants in turn, the median of each.
twice() {
	name=$1 bare="" rec=""
	shift
	for _ in $(seq "$rounds"); do
		bare="$bare $("$@" env)"
		rec="$rec $("$@" recorded "$name")"
	done
	printf '%s\n' "$name |$bare |$rec" | awk -F'|' '
		function median(s,   a, n, i, j, t) {
			n = split(s, a, " ")
			for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (a[j] + 0 < a[i] + 0) { t = a[i]; a[i] = a[j]; a[j] = t }
			return a[int((n + 1) / 2)]
		}
		{ b = median($2); r = median($3); printf "%-24s %8.2f s %8.2f s  %5.2f   (%s;%s)\n", $1, b / 1000, r / 1000, r / b, $2, $3 }'
}

# PostgreSQL runs as a user of its own, and so does its recorder.
postgresql() {
	as=""
	[ "$(id -u)" != 0 ] || as="runuser -u postgres --"
	rm -rf "$work/pg" && mkdir "$work/pg"
	[ -z "$as" ] || chown postgres "$work/pg" "$out"
	$as initdb -D "$work/pg/data" -A trust >/dev/null 2>&1
	{
		wait_for $as psql -h "$work/pg" -c 'select 1' postgres
		$as pgbench -h "$work/pg" -i -q postgres
		$as pgbench -h "$work/pg" -n -c 8 -t 400 postgres
		$as pg_ctl -D "$work/pg/data" stop -m fast
	} >/dev/null 2>&1 &
	# shellcheck disable=SC2016
	seconds $as bash -c '"$@"' bash "$@" postgres -D "$work/pg/data" -k "$work/pg" -c listen_addresses=
	wait $!
}
export tiv out
export -f recorded

plain() { command=$1; shift; seconds "$@" bash -c "$command"; }

echo "program                      bare    recorded  ratio   (all runs, ms)"
twice nothing plain true # the recorder itself
have pigz && twice pigz plain 'pigz -p4 -c data >/dev/null'
have pbzip2 && twice pbzip2 plain 'pbzip2 -p4 -c data >/dev/null'
have python3 && twice python3 plain "python3 -c '
import threading, queue
q, lock, n = queue.Queue(100), threading.Lock(), [0]
def work():
    while True:
        x = q.get()
        if x is None: return
        with lock: n[0] += sum(range(x))
ts = [threading.Thread(target=work) for _ in range(4)]
[t.start() for t in ts]
for i in range(80000): q.put(i % 300)
[q.put(None) for _ in ts]; [t.join() for t in ts]'"
have sysbench && twice sysbench-threads plain 'sysbench threads --threads=8 --thread-locks=4 --events=600 --time=0 run'
have sysbench && twice sysbench-mutex plain 'sysbench mutex --threads=8 --mutex-num=16 --mutex-locks=400000 --mutex-loops=100 run'
have ffmpeg && twice ffmpeg plain 'ffmpeg -v error -f lavfi -i testsrc=duration=30:size=640x360:rate=25 -c:v mpeg4 -threads 4 -f null -'
have redis-server && io=1 && twice redis-1 redis
have redis-server && io=2 && twice redis-io-threads-2 redis
have memcached && have memcslap && twice memcached memcache
have postgres && have pgbench && twice postgresql postgresql
if have rustc; then
	cat >work.rs <<'RUST'
use std::sync::{mpsc, Arc, Condvar, Mutex, RwLock};
use std::thread;
fn main() {
    let (m, rw, done) = (Arc::new(Mutex::new(0u64)), Arc::new(RwLock::new(0u64)), Arc::new((Mutex::new(0), Condvar::new())));
    let (tx, rx) = mpsc::sync_channel::<u64>(10);
    let mut all = vec![];
    for i in 0..4u64 {
        let (m, rw, done, tx) = (m.clone(), rw.clone(), done.clone(), tx.clone());
        all.push(thread::Builder::new().name(format!("worker-{i}")).spawn(move || {
            for n in 0..1000000u64 {
                { let mut x = m.lock().unwrap(); for k in 0..200 { *x = x.wrapping_mul(31).wrapping_add(k); } }
                if n % 8 == 0 { *rw.write().unwrap() += n; } else { std::hint::black_box(*rw.read().unwrap()); }
                if n % 10000 == 0 { tx.send(n).unwrap(); }
            }
            *done.0.lock().unwrap() += 1;
            done.1.notify_all();
        }).unwrap());
    }
    drop(tx);
    println!("{}", rx.iter().sum::<u64>());
    let mut n = done.0.lock().unwrap();
    while *n < 4 { n = done.1.wait(n).unwrap(); }
    drop(n);
    for t in all { t.join().unwrap(); }
}
RUST
	rustc -O -o work work.rs 2>/dev/null && twice rust plain ./work
fi
