package sample

import (
	"encoding/binary"
	"testing"

	"tiv/tracefeed"
)

// fake is a process with words of memory, by address, and files.
type fake struct {
	words map[uint64]uint32
	files map[uint64]string
	epoll []uint64
	disk  bool
}

func (f *fake) memory(address uint64, data []byte) bool {
	for i := 0; i < len(data); i += 4 {
		binary.LittleEndian.PutUint32(data[i:], f.words[address+uint64(i)])
	}
	return f.words != nil
}
func (f *fake) file(descriptor uint64) string { return f.files[descriptor] }
func (f *fake) watches(uint64) []uint64       { return f.epoll }
func (f *fake) kernelFunction() string        { return "inside" }
func (f *fake) onDisk() bool                  { return f.disk }

// TestWait checks what system calls say about a wait, on the words that glibc leaves.
func TestWait(t *testing.T) {
	t.Parallel()
	f := &fake{words: map[uint64]uint32{
		0x1000: 2, 0x1008: 11, 0x100c: 1, // a mutex of thread 11
		0x2000: 2, 0x2008: 11, 0x200c: 0x7fff, 0x2010: 0x55555555, // a lock of something else
		0x3000: 2 | 1<<31, 0x3018: 12, // a rwlock with a writer
		0x4000: 12 | 1<<31, // a lock with priority inheritance
	}, files: map[uint64]string{3: "socket:[5]", 4: "/tmp/x", 5: "pipe:[6]", 6: "anon_inode:[eventfd]", 7: "/dev/pts/1"}}
	d := newDecoder(f)
	first, second := d.addThread(11, "first"), d.addThread(12, "second")
	numbers := map[string]int64{}
	for n, r := range rules {
		numbers[r.name] = n
	}
	const private = futexPrivate
	for name, x := range map[string]struct {
		call      string
		arguments [3]uint64
		want      wait // without stack
		lock      string
	}{
		"mutex":      {"futex", [3]uint64{0x1000, private, 2}, wait{kind: tracefeed.MonitorWait, other: first}, "0x1000"},
		"other lock": {"futex", [3]uint64{0x2000, private, 2}, wait{kind: tracefeed.MonitorWait}, "0x2000"},
		"reader": {"futex", [3]uint64{0x3008, futexWaitBitset | private, 3},
			wait{kind: tracefeed.MonitorWait, other: second}, "0x3000"},
		"inheritance": {"futex", [3]uint64{0x4000, futexLockPI | private, 0}, wait{kind: tracefeed.MonitorWait, other: second}, "0x4000"},
		"condition": {"futex", [3]uint64{0x5028, futexWaitBitset | private, 0},
			wait{kind: tracefeed.SuspendStart, cause: tracefeed.CauseWait}, ""},
		"join": {"futex", [3]uint64{0x6000, futexWaitBitset, 12},
			wait{kind: tracefeed.SuspendStart, cause: tracefeed.CauseJoin, other: second}, ""},
		"read socket":  {"read", [3]uint64{3}, wait{kind: tracefeed.IOStart, cause: tracefeed.CauseNet}, ""},
		"read file":    {"pread64", [3]uint64{4}, wait{kind: tracefeed.IOStart, cause: tracefeed.CauseDisk}, ""},
		"read pipe":    {"read", [3]uint64{5}, wait{kind: tracefeed.IOStart}, ""},
		"read event":   {"read", [3]uint64{6}, wait{kind: tracefeed.SuspendStart, cause: tracefeed.CauseWait}, ""},
		"terminal":     {"read", [3]uint64{7}, wait{kind: tracefeed.IOStart}, ""},
		"sleep":        {"clock_nanosleep", [3]uint64{}, wait{kind: tracefeed.SuspendStart, cause: tracefeed.CauseSleep}, ""},
		"poll nothing": {"ppoll", [3]uint64{0, 0, 5}, wait{kind: tracefeed.SuspendStart, cause: tracefeed.CauseSleep}, ""},
		"unknown call": {"", [3]uint64{}, wait{kind: tracefeed.SuspendStart}, ""},
	} {
		c := call{number: 9999, waits: true}
		if x.call != "" {
			c.number = numbers[x.call]
		}
		copy(c.arguments[:], x.arguments[:])
		got := d.wait(c, f)
		lock := d.tables.Monitors[got.monitor].ID
		if (got.stack == tracefeed.NoStack) != (x.call == "futex") {
			t.Errorf("%s: stack %v", name, d.tables.Stacks[got.stack])
		}
		if got.stack, got.monitor = 0, 0; got != x.want || lock != x.lock {
			t.Errorf("%s: %+v of %q, want %+v of %q", name, got, lock, x.want, x.lock)
		}
	}
	f.epoll = []uint64{6, 3}
	if w := d.wait(call{number: numbers["epoll_pwait"], waits: true}, f); w.cause != tracefeed.CauseNet {
		t.Errorf("epoll with a socket: %+v", w)
	}
	f.disk = true
	if w := d.wait(call{number: -1, waits: true, outside: true}, f); w.cause != tracefeed.CauseDisk {
		t.Errorf("a page from the disk: %+v", w)
	}
}

// TestRules checks that no two system calls have one number.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, processor := range []string{"amd64", "arm64"} {
		n := 0
		for _, c := range systemCalls {
			if processor == "amd64" && c.amd64 >= 0 || processor == "arm64" && c.arm64 >= 0 {
				n++
			}
		}
		if got := len(rulesOf(processor)); got != n {
			t.Errorf("%s: %d numbers for %d system calls", processor, got, n)
		}
	}
	if rulesOf("mips") != nil {
		t.Error("rules for an unknown processor")
	}
}

func TestParseCall(t *testing.T) {
	t.Parallel()
	c := parseCall([]byte("202 0x7f00 0x80 0x2 0x0 0x0 0x0 0x7ffe 0x7f13\n"))
	if c.number != 202 || !c.waits || c.outside || c.arguments != [6]uint64{0x7f00, 0x80, 2} {
		t.Errorf("%+v", c)
	}
	if c := parseCall([]byte("-1 0x7ffe 0x7f13\n")); !c.waits || !c.outside || c.arguments[0] != 0 {
		t.Errorf("outside: %+v", c)
	}
	for _, s := range []string{"running\n", "", "nonsense 1"} {
		if c := parseCall([]byte(s)); c != (call{}) {
			t.Errorf("%q: %+v", s, c)
		}
	}
}
