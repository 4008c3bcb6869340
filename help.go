package main

const help = `tiv shows why the threads of a program wait.

usage:
  tiv TRACE                       open a trace in a window
  tiv PICTURE.png [--trace PATH]  open what a picture shows that TIV has made; its
                                  trace is looked for, or at PATH
  tiv demo [NAME]                 open a trace that is inside the binary;
       [--list]                   list them
  tiv record [-o FILE] [--no-open] [--locks all|auto|contended] [--max-size SIZE]
             [--keep TIME] -- go run|build|test …
                                  run a Go program so that it writes a trace with
                                  the identity of its locks, then open it. Of locks
                                  that nobody waits for, write all operations, those
                                  of locks that are not taken often, or none. End
                                  the recording when the trace has its size; keep
                                  only the last TIME (5m) or up to twice as much
  tiv info TRACE [--json]         format, duration, threads, monitors, events,
                                  losses, total time in each state
  tiv check TRACE [--json] [--fail-on KIND,…]
                                  what is wrong (deadlock, stuck, leak) and notes
                                  (cycle, long-wait, pile-up), with the places in
                                  the code; docs/findings.md explains each. Exit
                                  code 0 if none of the kinds asked for was found
                                  (by default all that are no notes), 1 if some,
                                  2 if it could not tell
  tiv dump TRACE events|spans|buckets|edges|threads|monitors|holders
       [--step 1s] [--from T] [--to T] [--format csv|json] [--runtime]
                                  the model as a table; times in nanoseconds
  tiv snapshot TRACE -o FILE.png  the picture, without a display
       [--view 3d|timeline|interaction|split]    what to look at
       [--at T]                                  the moment (the end)
       [--step S] [--steps N]                    length and number of buckets
       [--history N]                             steps that waits add up over
       [--lod near|mid|far|crowd|auto]           level of detail
       [--layout rows|grid|ring|force]           how threads stand; ring and
                                  force: near those that they wait for
       [--size WxH] [--scale F]                  pixels; size of texts
       [--palette dark|light|contrast|cvd|cvd-light]
                                  colours (docs/accessibility.md)
       [--signals] [--in-time]    signal edges too; in 3D, each wait at its own
                                  depth
       [--select A,B] [--close A,B]              threads that stand out; that show
                                  all their states at every level of detail
       [--filter EXPR] [--hide]                  others stay in the background, or
                                  are not shown (docs/filters.md)
       [--propose name|function|waits|behaviour] [--fold]
                                  clusters; each as one bar
       [--animate FROM..TO]       a moving picture (APNG) of that time,
       [--seconds 10] [--fps 10]  how long it plays, frames a second
                                  PICTURE.png instead of TRACE draws it again
       [--workspace FILE]         as it was left, with its notes: the window keeps
                                  that in TRACE.workspace.json
  tiv report TRACE -o FILE.html   what is wrong, notes, pictures and tables in one
       [--workspace FILE]         file, for people without TIV; what the window kept
       [--no-pictures]            in TRACE.workspace.json is in it, or what FILE keeps.
       [--palette NAME]           See tiv help report
  tiv convert TRACE -o FILE       write a trace anew as trace.bin, which opens at
       [--format bin|text]        once, or as text (*.tiv); --verify compares the
       [--verify] [--quiet]       result with the source before FILE is replaced
  tiv generate pool|server|pipeline -o FILE
       [--threads N] [--events N] [--seed N] …
                                  the trace of a program that never ran, as large
                                  as you like; see tiv help generate
  tiv cache [clear]               what is kept of traces that were read, so that they
                                  open at once the next time; clear forgets it
  tiv --help, tiv help COMMAND, tiv --version

No command writes over a file that it reads. A file of another kind than a command
writes is replaced only with --force.
Every command takes --memory SIZE (500M, 2G): how much memory it may use, a
quarter of the machine's, or of its control group's, at first; what is not kept is
read again from the file. Where that is too little for a trace, the command says
how much it needs at least.
TIV_CACHE names the folder of the cache, or is "off". What you do in the window
is kept beside the trace, as TRACE.workspace.json, and restored; your own settings
are in TIV_CONFIG, or nowhere if that is "off".

TRACE is a Go execution trace (runtime/trace, net/http/pprof, go test -trace),
a trace.bin, a text trace (*.tiv), or demo:NAME. Times are a number and ns, us, ms, s, m or h.

what the picture means:
  A bar is a thread. Along it lies time; the moment is its near end. At each step
  the colours share its height as the states shared the step: running (green),
  runnable (yellow), suspended (grey), blocking on a lock that somebody holds
  (blue), waiting for a device (red), unknown (hatched).
  A triangle is waiting: its narrow end at the thread that waits, its wide end at
  the thread it waits for, as thick as the share of the time. Filled: the trace
  names the holder. Outlined: inferred from who ended the wait. Thin and grey: a
  signal. A magenta ring is a deadlock.

keys in the window:
  Space play/pause   ←/→ step   Home/End start/end   1-4 view   ? all keys

Runtime goroutines are hidden unless asked for. A damaged trace is shown up to
the damage, and says so. Errors name the byte or the line; exit code 2.
`

// details are the help texts of commands that have more to say than fits above.
var details = map[string]string{"convert": convertHelp, "report": reportHelp, "generate": generateHelp}

// helpFor returns the help text of a command.
func helpFor(command string) string {
	if text, ok := details[command]; ok {
		return text
	}
	return help
}

const reportHelp = `usage: tiv report TRACE|PICTURE -o FILE.html [--workspace FILE] [--trace PATH]
       [--palette NAME] [--no-pictures] [--force]

writes one HTML file that says what a trace says, to people who have no TIV:

  findings   what is wrong, the worst first, in the words of tiv check, each with a
             picture of its moment and what its threads did then
  notes      that were pinned in the window, each with a picture and its flag
  overview   pictures of the whole trace, and the view as it was left
  tables     threads, monitors, the longest waits, top blockers, pairs: the numbers
             of tiv info and tiv dump

The file loads nothing from anywhere, has no scripts, can be printed, and is light
or dark as its reader's screen is. What it leaves out, it says.

  --workspace FILE  notes and view from FILE. Without this they are those that the
                    window kept, in TRACE.workspace.json; that file is not changed.
                    PICTURE.png instead of TRACE brings notes and view of its own
  --trace PATH      where the trace of PICTURE.png is
  --palette NAME    colours of the pictures: see tiv --help
  --no-pictures     for machines that cannot draw. Where that fails, the report is
                    written without pictures and says why
  --force           replaces FILE even if it is no report by TIV

Names in the file are those of the trace: threads, functions, paths of source files
and of the trace. Look before you give it away. FILE is written whole or not at all;
the exit code is 0 if it was written, whatever was found, and 2 if not.
`

const convertHelp = `usage: tiv convert TRACE -o FILE [--format bin|text] [--verify] [--force] [--quiet]

writes any trace that TIV can read anew:

  bin    trace.bin, TIV's own format: the events, compressed, with what each
         thread does, sums for every scale, what is wrong, and an index. It opens
         at once, however long it is. docs/trace-format.md describes it.
  text   one event a line, for people and scripts: docs/text-format.md.
         This is the format if FILE ends in .tiv.

Nothing is lost on the way, in either direction: times to the nanosecond, stacks,
names, and what only some sources know. Only the order of events of different
threads at the same instant is not kept.

  --verify   reads the result again and compares it with the source, thread by
             thread and lock by lock, before FILE is replaced
  --force    replaces FILE even if it is of another kind
  --quiet    says nothing but what is wrong

FILE is written beside its place and moved there in the end, so that there is
never half a file. If anything fails - the disk is full, the trace cannot be read
or has no event - and if Ctrl-C is pressed, FILE stays as it was, and the exit code
is 2 or that of the signal. FILE must not be TRACE itself, under whatever name,
and not a file of another kind: only a trace.bin is replaced by a trace.bin, and
text by text. FILE may be /dev/stdout or a pipe if the format is text.

A damaged trace is converted up to the damage, or around it if it is a trace.bin:
that is told, stays in the new file, and the exit code is 0, as for all commands.
A trace.bin keeps its identity, its clock and what else it says of itself.
`

const generateHelp = `usage: tiv generate pool|server|pipeline -o FILE [--threads N] [--events N]
       [--seed N] [--cpus N] [--sched=false] [--deadlock] [--extras]
       [--format bin|text] [--verify] [--force] [--quiet]

simulates a machine and a program on it, and writes the trace of that: to try TIV
on something large, and for benchmarks. The same numbers give the same trace.

  pool       workers fight over a dozen or so locks and a read-write lock, wait for
             jobs, the network, and for time to pass. Look for: who holds the
             hottest lock, convoys, locks handed over and locks barged for.
  server     each connection is a thread that comes and goes: it reads the network,
             looks into a cache behind a hot lock, takes one of a few database
             connections, writes a log. A collector stops the world now and then.
             Look for: IO, several holders of one monitor, pauses of all threads.
  pipeline   stages hand items on through short queues, and one stage is slow.
             Look for: waits to be told, for room before that stage and for work
             behind it.

  --threads N      how many there are at once, 2 to 100000 (100)
  --events N       how many events (1000000)
  --seed N         which of many traces of that kind (1)
  --cpus N         processors (one for ten threads, and one more)
  --sched=false    leaves out when threads get and lose a processor
  --deadlock       two threads lock two locks in opposite order near the end
  --extras         calls, tasks, regions, objects, samples, counters, losses too
  --format, --verify, --force, --quiet   as for tiv convert
`
