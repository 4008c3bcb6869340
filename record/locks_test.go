package record

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"golang.org/x/exp/trace"
)

var allLocks = []Locks{LocksAll, LocksAuto, LocksContended}

// A wait is a goroutine that waits for a lock, with the known owner at its
// start.
type wait struct {
	lock    uint64
	holders []trace.GoID
	over    bool
}

// A lockModel follows lock events.
type lockModel struct {
	holders map[uint64][]trace.GoID
	waits   map[trace.GoID][]*wait
	spoke   map[trace.GoID]uint64 // the lock that a goroutine named last
	handed  []uint64              // locks that others than their owners released
	late    int                   // owners that were named while they waited
}

func modelOf(events []lockEvent) *lockModel {
	m := &lockModel{map[uint64][]trace.GoID{}, map[trace.GoID][]*wait{}, map[trace.GoID]uint64{}, nil, 0}
	for _, ev := range events {
		m.add(ev)
	}
	return m
}

func (m *lockModel) add(ev lockEvent) {
	lock := ev.lock
	switch ev.message {
	case "w", "x", "k":
		m.spoke[ev.g] = lock
		if ev.message != "k" {
			m.waits[ev.g] = append(m.waits[ev.g], &wait{lock: lock, holders: slices.Clone(m.holders[lock])})
		}
	case "o", "p":
		lock = m.spoke[ev.g]
		if own := m.waits[trace.GoID(ev.lock)]; len(own) > 0 && !own[len(own)-1].over {
			m.late++
		}
		m.holders[lock] = append(m.holders[lock], trace.GoID(ev.lock))
		if all := m.waits[ev.g]; len(all) > 0 && !all[len(all)-1].over {
			all[len(all)-1].holders = slices.Clone(m.holders[lock])
		}
	case "a":
		m.holders[lock] = []trace.GoID{ev.g}
		m.waitIsOver(ev.g, lock)
	case "s":
		m.holders[lock] = append(m.holders[lock], ev.g)
		m.waitIsOver(ev.g, lock)
	case "h", "v":
		m.handed = append(m.handed, lock)
		m.holders[lock] = nil
	case "e", "t":
		if i := slices.Index(m.holders[lock], ev.g); i >= 0 {
			m.holders[lock] = slices.Delete(m.holders[lock], i, i+1)
		}
	}
}

func (m *lockModel) waitIsOver(g trace.GoID, lock uint64) {
	for _, w := range m.waits[g] {
		w.over = w.over || w.lock == lock
	}
}

// of returns how many waited for a lock, and how many of these for ever. Each
// must know its holders.
func (m *lockModel) of(t *testing.T, lock uint64) (all, endless int) {
	t.Helper()
	for g, waits := range m.waits {
		for _, w := range waits {
			if w.lock != lock {
				continue
			}
			all++
			if !w.over {
				endless++
			}
			if len(w.holders) == 0 {
				t.Errorf("goroutine %d waits for %x, and the trace does not say for whom", g, lock)
			}
		}
	}
	return all, endless
}

func TestWaitsKnowTheirOwners(t *testing.T) {
	for _, how := range allLocks {
		r := recordWith(t, Options{Command: words("go run ./owners"), Locks: how})
		got := read(t, r.path)
		if r.ExitCode != 0 || len(r.Notes) != 0 || got.err != nil {
			t.Fatalf("%s: exit code %d, notes %q, trace ends with %v: %s", how, r.ExitCode, r.Notes, got.err, r.stderr)
		}
		m := modelOf(got.locks)
		locks := addresses(t, r.stdout)
		for i, want := range []string{
			"plain 1 0", "rw 2 0", "given 1 0", "lent 1 0", "left 1 1", "a 1 1", "b 1 1", "again 2 2",
		} {
			name := fmt.Sprint(want[:len(want)-4])
			all, endless := m.of(t, locks[i])
			if have := fmt.Sprint(name, " ", all, " ", endless); have != want {
				t.Errorf("%s: waits, endless ones: %s, want %s", how, have, want)
			}
		}
		if m.late > 0 {
			t.Errorf("%s: %d owners were named while they waited themselves", how, m.late)
		}
		if want := []uint64{locks[2], locks[3]}; !slices.Equal(m.handed, want) {
			t.Errorf("%s: handed over %x, want %x", how, m.handed, want)
		}
		a, b := m.holders[locks[5]], m.holders[locks[6]]
		if len(a) != 1 || len(b) != 1 || a[0] == b[0] || m.waits[a[0]][0].lock != locks[6] || m.waits[b[0]][0].lock != locks[5] {
			t.Errorf("%s: %v and %v hold what the other waits for", how, a, b)
		}
		if h := m.holders[locks[7]]; len(h) != 1 || m.waits[h[0]][0].lock != locks[7] {
			t.Errorf("%s: the reader that reads again is %v", how, h)
		}
	}
}

// Without hand-overs no goroutine releases another's lock, however few
// acquisitions are logged.
func TestStormHandsNothingOver(t *testing.T) {
	for _, how := range allLocks[1:] {
		for _, flags := range [][]string{{}, {"-race"}} {
			r := recordWith(t, Options{Command: slices.Concat(words("go run"), flags, words("./storm")), Locks: how})
			m := modelOf(read(t, r.path).locks)
			if r.ExitCode != 0 || len(m.handed) != 0 {
				t.Errorf("%s %v: exit code %d, handed over %x", how, flags, r.ExitCode, m.handed)
			}
		}
	}
}

func TestQuietLocksAreWrittenUpToALimit(t *testing.T) {
	const did = 8 * 100_000 * 6 // lock operations of the program
	for _, how := range allLocks[1:] {
		// Without collections: on a busy machine, the sweeper alone yields thousands of times.
		r := recordWith(t, Options{Command: words("go run ./private"), Locks: how, Env: append(os.Environ(), "GOGC=off")})
		got := read(t, r.path)
		written := uint64(len(got.locks))
		// Of two locks that share a slot of the table, an acquisition may count as
		// neither: its owner is logged instead.
		if all := written + got.omitted; got.err != nil || all < did-did/10_000 || all > did+did/100 {
			t.Errorf("%s: %d written and %d omitted, want %d; ends with %v", how, written, got.omitted, did, got.err)
		}
		// 1600 acquisitions and their releases, and the tables of a generation.
		info, err := os.Stat(r.path)
		if err != nil {
			t.Fatal(err)
		}
		most := int64(got.generations+1) * (2*1600*13 + 16<<10)
		if how == LocksContended {
			most = int64(got.generations+1) * (16 << 10)
		}
		if info.Size() > most {
			t.Errorf("%s: %d bytes in %d generations, want at most %d", how, info.Size(), got.generations, most)
		}
	}
}

// A recording ends before it exceeds its maximum size, and says so. The program leaves time to
// write: of one that makes events faster than the rest of the size allows, the last part is cut.
func TestRecordingEndsAtItsSize(t *testing.T) {
	const most = 1 << 20
	r := recordWith(t, Options{Command: words("go run ./private slowly"), Locks: LocksAll, MaxSize: most})
	got := read(t, r.path)
	info, err := os.Stat(r.path)
	if err != nil {
		t.Fatal(err)
	}
	if r.ExitCode != 0 || got.err != nil || !got.full || info.Size() < most/8 || info.Size() > most || len(r.Notes) != 1 {
		t.Errorf("exit code %d, notes %q, %d bytes, full %v, ends with %v", r.ExitCode, r.Notes, info.Size(), got.full, got.err)
	}
}
