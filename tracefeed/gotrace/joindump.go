package gotrace

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
	"tiv/tracefeed/language"
)

// goroutineDump is what a goroutine dump that was taken while a trace was recorded adds to
// the trace: the locks of waits. The runtime stops the world for a dump, so its moment is
// in the trace, to the nanosecond.
type goroutineDump struct {
	waits []dumpedWait
	// long is the number of goroutines that had waited for a minute or longer, lasted the
	// longest of these waits, in minutes.
	long, lasted int
}

// dumpedWait is a wait for a lock in a goroutine dump.
type dumpedWait struct {
	goroutine string // its number
	address   uint64 // of the lock
	line      int32  // in the function that acquires the lock
}

// maxDumpLine is the length of the longest line that is read of a dump.
const maxDumpLine = 1 << 20

// dumpedHead is the line before a goroutine's stack. Its groups are the number of the
// goroutine and the minutes of its wait.
var dumpedHead = regexp.MustCompile(`^goroutine (\d+) .*?\[[^\]]*?(?:, (\d+) minutes[^\]]*)?\]:$`)

// readDump reads a goroutine dump. What follows a damage is left out.
func readDump(text io.Reader) (d goroutineDump) {
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, maxDumpLine)
	var w dumpedWait
	caller := false // the place of the caller of package sync follows
	for lines.Scan() {
		line := lines.Text()
		switch head := dumpedHead.FindStringSubmatch(line); {
		case head != nil:
			w, caller = dumpedWait{goroutine: head[1]}, false
			d.last(head[2])
		case w.goroutine == "":
		case strings.HasPrefix(line, "\t"):
			if caller && w.address != 0 {
				w.line = placeLine(line)
				d.waits = append(d.waits, w)
				w = dumpedWait{}
			}
		default:
			if a := LockArgument(line); a != 0 && w.address == 0 {
				w.address = a
			}
			caller = !underLock(line)
		}
	}
	return d
}

// last adds the minutes of a wait.
func (d *goroutineDump) last(minutes string) {
	if n, err := strconv.Atoi(minutes); err == nil && n > 0 {
		d.long++
		d.lasted = max(d.lasted, n)
	}
}

// underLock reports whether a line of a dump is a call of the runtime or of package sync.
func underLock(call string) bool {
	part := language.OfName(call).Part
	return part == language.Runtime || part == language.Threading
}

// placeLine returns the line in a place such as "\t/src/main.go:20 +0x1d", 0 for none.
func placeLine(place string) int32 {
	place, _, _ = strings.Cut(place, " +0x")
	n, _ := strconv.ParseInt(place[strings.LastIndexByte(place, ':')+1:], 10, 32)
	return int32(n)
}

// lockCalls are the functions that have the address of the awaited lock as their first
// argument, if it is printed. A mutex within a read-write lock has its address.
var lockCalls = []string{
	"internal/sync.(*Mutex).lockSlow(", "sync.(*Mutex).lockSlow(", "sync.(*Mutex).Lock(",
	"sync.(*RWMutex).Lock(", "sync.(*RWMutex).RLock(",
}

// LockArgument returns the address of the lock that a call in a goroutine dump waits for;
// 0 if it is no such call or does not print the address. An argument with a question mark
// may be stale.
func LockArgument(call string) uint64 {
	for _, f := range lockCalls {
		if args, ok := strings.CutPrefix(call, f); ok {
			first, _, _ := strings.Cut(strings.TrimSuffix(args, ")"), ",")
			n, _ := strconv.ParseUint(first, 0, 64)
			return n
		}
	}
	return 0
}

// dumpJoiner joins goroutine dumps with the events of a mapper.
type dumpJoiner struct{ m *mapper }

// add reads the goroutine dumps of a generation.
func (x dumpJoiner) add(names wire.Names) {
	for _, text := range names.Dumps() {
		x.m.dumps = append(x.m.dumps, readDump(text))
	}
}

// join uses the goroutine dump of the current moment, in the first generation. A
// goroutine that the trace has not named yet has been in its state since the start, and
// the generation will report that state: so its whole wait gets the lock in the dump.
// The program may stop for dumps of its own, so a dump must agree with the trace.
func (x dumpJoiner) join() {
	if !x.m.out.holding || len(x.m.dumps) == 0 {
		return
	}
	threads := make(map[string]tracefeed.ThreadID, len(x.m.tables.Threads))
	for t := range x.m.tables.Threads {
		threads[x.m.tables.Threads[t].ID] = tracefeed.ThreadID(t)
	}
	i := slices.IndexFunc(x.m.dumps, func(d goroutineDump) bool { return x.agrees(&d, threads) })
	if i < 0 {
		return
	}
	d := x.m.dumps[i]
	x.m.dumps, x.m.dumped = nil, map[string]dumpedWait{}
	for _, w := range d.waits {
		if threads[w.goroutine] == tracefeed.NoThread {
			x.m.dumped[w.goroutine] = w
		}
	}
	if d.long > 0 {
		x.m.waited = fmt.Sprintf("%s had waited for up to %s when the recording began",
			tracefeed.Plural(d.long, "goroutine"), tracefeed.Plural(d.lasted, "minute"))
	}
}

// agrees reports whether no wait of a dump contradicts the current states of goroutines.
func (x dumpJoiner) agrees(d *goroutineDump, threads map[string]tracefeed.ThreadID) bool {
	for _, w := range d.waits {
		g := &x.m.gs.list[threads[w.goroutine]]
		if g.doing != unseen && g.doing != waitingUnknown && !(g.waitsForLock() && x.callerLine(g.at) == w.line) {
			return false
		}
	}
	return true
}

// identify sets the lock that a goroutine has waited for since the start of the trace, if
// the dump names it. A wait at another place is another wait.
func (x dumpJoiner) identify(t tracefeed.ThreadID, ev *tracefeed.Event) {
	w, ok := x.m.dumped[x.m.tables.Threads[t].ID]
	if ok && ev.Kind == tracefeed.MonitorWait && ev.Monitor == tracefeed.NoMonitor && x.callerLine(ev.Stack) == w.line {
		ev.Monitor = x.m.locks.at(w.address)
		x.m.locks.seenAt(ev.Monitor, x.m.stacks.caller(ev.Stack))
	}
}

// callerLine returns the line of a stack in the caller of package sync.
func (x dumpJoiner) callerLine(stack tracefeed.StackID) int32 {
	return x.m.tables.Frames[x.m.stacks.caller(stack)].Line
}
