package perfdata

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tiv/internal/testtrace"
	"tiv/tracefeed"
	"tiv/tracefeed/sched"
)

// sample returns the recording of schedtext/testdata/pair.c, the one whose text is there.
func sample(t testing.TB) []byte { return testtrace.File(t, "testdata/pair.data.gz") }

// trace is a recording as read.
type trace struct{ testtrace.Trace }

// read reads a recording, in order or at random.
func read(t testing.TB, recording []byte, random bool) trace {
	t.Helper()
	in := tracefeed.Input{Reader: bytes.NewReader(recording), Size: int64(len(recording))}
	if random {
		in.At = bytes.NewReader(recording)
	}
	format := Format()
	format.Open = func(in tracefeed.Input) (tracefeed.Feed, error) {
		f, err := Open(in, sched.Filter{})
		if err == nil {
			f.space = newSpace(f.Tables(), false) // the same on any machine
		}
		return f, err
	}
	s, err := tracefeed.OpenInput(in, []tracefeed.Format{format})
	if err != nil {
		return trace{testtrace.Trace{Err: err}}
	}
	defer s.Close()
	return trace{testtrace.Read(t, s)}
}

// group returns the name of a thread without its process and number.
func (all *trace) group(id tracefeed.ThreadID) string {
	name := all.Tables.Threads[id].Name
	name = name[strings.LastIndexByte(name, '/')+1:]
	return name[:max(0, strings.LastIndexByte(name, ' '))]
}

// TestPair checks the waits of each thread, and the threads that ended them.
func TestPair(t *testing.T) {
	t.Parallel()
	all := read(t, sample(t), true)
	if all.Err != nil {
		t.Fatal(all.Err)
	}
	type wait struct {
		group string
		kind  tracefeed.Kind
		cause tracefeed.Cause
	}
	waits, wakers := map[wait]int{}, map[string]map[string]int{}
	for _, ev := range all.Events {
		g := all.group(ev.Thread)
		waits[wait{g, ev.Kind, ev.Cause}]++
		if ev.Kind == tracefeed.Wake {
			if wakers[g] == nil {
				wakers[g] = map[string]int{}
			}
			wakers[g][all.group(ev.Other)]++
		}
	}
	for w, least := range map[wait]int{
		{"group a", tracefeed.MonitorWait, 0}:                      10,
		{"group (b)", tracefeed.MonitorWait, 0}:                    10,
		{"group a", tracefeed.SuspendStart, tracefeed.CauseSleep}:  40,
		{"consumer", tracefeed.SuspendStart, tracefeed.CauseWait}:  15,
		{"producer", tracefeed.SuspendStart, tracefeed.CauseSleep}: 20,
		{"[reader] 1", tracefeed.IOStart, 0}:                       15,
		{"spin", tracefeed.Sample, 0}:                              100,
		{"spin", tracefeed.ThreadStart, 0}:                         3,
		{"spin", tracefeed.ThreadEnd, 0}:                           3,
	} {
		if n := waits[w]; n < least {
			t.Errorf("%v: %d, want at least %d", w, n, least)
		}
	}
	for group, by := range map[string]string{"group a": "group a", "group (b)": "group (b)", "consumer": "producer"} {
		if wakers[group][by] < 10 {
			t.Errorf("%s was woken by %v, want %s", group, wakers[group], by)
		}
	}
}

// own reports whether a thread is one of the program, of which the sample has all events.
func (all *trace) own(id tracefeed.ThreadID) bool { return all.group(id) != "other" }

// TestProcessors checks that no processor runs two threads at once, and no thread on two.
func TestProcessors(t *testing.T) {
	t.Parallel()
	all := read(t, sample(t), true)
	on, runs := map[tracefeed.CPU]tracefeed.ThreadID{}, map[tracefeed.ThreadID]tracefeed.CPU{}
	for _, ev := range all.Events {
		switch ev.Kind {
		case tracefeed.Run:
			if other := on[ev.CPU]; other != tracefeed.NoThread && other != ev.Thread && all.own(ev.Thread) && all.own(other) {
				t.Errorf("at %d %s runs on the processor of %s", ev.Time, all.Tables.Threads[ev.Thread].Name,
					all.Tables.Threads[other].Name)
			}
			on[ev.CPU], runs[ev.Thread] = ev.Thread, ev.CPU
		case tracefeed.Ready, tracefeed.SuspendStart, tracefeed.MonitorWait, tracefeed.IOStart, tracefeed.ThreadEnd:
			if c := runs[ev.Thread]; on[c] == ev.Thread {
				delete(on, c)
			}
		}
	}
}

// TestPipe checks that the form of a pipe, and reading in order, give the same events.
func TestPipe(t *testing.T) {
	t.Parallel()
	file := sample(t)
	want := read(t, file, true)
	for name, got := range map[string]trace{"in order": read(t, file, false), "a pipe": read(t, pipe(file), false)} {
		if got.Err != nil || !slices.Equal(got.Events, want.Events) || !reflect.DeepEqual(got.Tables.Threads, want.Tables.Threads) {
			t.Errorf("%s: %d events, then %v; want %d", name, len(got.Events), got.Err, len(want.Events))
		}
	}
}

// pipe returns a recording in the form of a pipe.
func pipe(file []byte) []byte {
	out := append(slices.Clone(magic), 16, 0, 0, 0, 0, 0, 0, 0)
	add := func(kind uint32, body ...[]byte) {
		b := slices.Concat(body...)
		out = le.AppendUint32(out, kind)
		out = le.AppendUint16(le.AppendUint16(out, 0), uint16(recordHeaderLen+len(b)))
		out = append(out, b...)
	}
	at := func(pos int) []byte { return file[le.Uint64(file[pos:]):][:le.Uint64(file[pos+8:])] }
	entry := int(le.Uint64(file[16:]))
	for i := int(le.Uint64(file[24:])); i < int(le.Uint64(file[24:])+le.Uint64(file[32:])); i += entry {
		add(recAttr, file[i:i+entry-sectionLen], at(i+entry-sectionLen))
	}
	tracing := at(int(le.Uint64(file[40:]) + le.Uint64(file[48:])))
	add(recTracingData, le.AppendUint32(nil, uint32(len(tracing))))
	out = append(out, tracing...)
	out = append(out, make([]byte, (8-len(tracing)%8)%8)...)
	return append(out, at(40)...)
}

// TestDamage checks recordings that are cut, killed, compressed, or of other machines.
func TestDamage(t *testing.T) {
	t.Parallel()
	file := sample(t)
	whole := read(t, file, true)
	records := int(le.Uint64(file[40:]))
	with := func(change func(b []byte)) []byte {
		b := slices.Clone(file)
		change(b)
		return b
	}
	for name, x := range map[string]struct {
		file  []byte
		text  string
		least int // events
	}{
		"cut":        {pipe(file)[:200_000], "ends within its records", 10},
		"killed":     {with(func(b []byte) { copy(b[48:56], make([]byte, 8)) })[:records+50_000], "perf record has not ended normally", 0},
		"compressed": {with(func(b []byte) { b[records] = recCompressed }), "compressed", 0},
		"byte order": {with(func(b []byte) { copy(b, swapped) }), "byte order", 0},
		"length 0":   {with(func(b []byte) { b[records+6], b[records+7] = 0, 0 }), "a record has 0 bytes", 0},
		"no header":  {file[:20], "cut off", 0},
	} {
		all := read(t, x.file, true)
		var d *tracefeed.Damage
		if !errors.As(all.Err, &d) || !strings.Contains(d.Error(), x.text) || len(all.Events) < x.least ||
			len(all.Events) > len(whole.Events) {
			t.Errorf("%s: %d events, then %v", name, len(all.Events), all.Err)
		}
	}
}

// TestSymbols checks the names of a program's functions, and that a file with another number
// is not used.
func TestSymbols(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pair")
	if out, err := exec.Command("gcc", "-pthread", "-o", path, "../schedtext/testdata/pair.c").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	st, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	var m module
	m.load(&mapping{path: path, inode: inode(st)})
	f := m.symbols[slices.IndexFunc(m.symbols, func(s symbol) bool { return s.name == "locker" })]
	text := m.segments[slices.IndexFunc(m.segments, func(p segment) bool {
		return p.Vaddr <= f.address && f.address < p.Vaddr+p.Filesz
	})]
	s := newSpace(tracefeed.NewTables(), true)
	s.process(1).maps = []mapping{{start: 1 << 40, end: 1<<40 + text.Filesz, offset: text.Off, path: path, inode: inode(st)}}
	address := 1<<40 + f.address - text.Vaddr
	if name := s.name(s.process(1), address+f.size/2); name != "locker" {
		t.Errorf("an address in locker is in %q", name)
	}
	other := newSpace(tracefeed.NewTables(), true)
	other.process(1).maps = []mapping{{start: 1 << 40, end: 1<<40 + text.Filesz, offset: text.Off, path: path, inode: inode(st) + 1}}
	if name := other.name(other.process(1), address); !strings.Contains(name, "+0x") {
		t.Errorf("a function of another file is called %q", name)
	}
}

// FuzzRecording reads any recording.
func FuzzRecording(f *testing.F) {
	file := sample(f)
	whole := pipe(file)
	start := bytes.Index(whole, []byte("/srv/x/pair")) // its records begin before
	f.Add(file[:4000])
	f.Add(whole[:start+3000])
	f.Add(slices.Concat(magic, []byte{16, 0, 0, 0, 0, 0, 0, 0}, whole[start-60:][:4000]))
	f.Fuzz(func(t *testing.T, recording []byte) {
		for _, random := range []bool{true, false} {
			all := read(t, recording, random)
			var d *tracefeed.Damage
			if all.Err != nil && !errors.As(all.Err, &d) {
				t.Errorf("%v has no position", all.Err)
			}
		}
	})
}

func BenchmarkRecording(b *testing.B) {
	file := sample(b)
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		read(b, file, true)
	}
}
