package pprof

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
	"google.golang.org/protobuf/encoding/protowire"

	"tiv/internal/testtrace"
	"tiv/tracefeed"
)

// recorded returns a profile of testdata/profiles.go, as it is and without compression.
func recorded(t testing.TB, name string) (file, plain []byte) {
	t.Helper()
	path := "testdata/" + name + ".pb.gz"
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return file, testtrace.File(t, path)
}

// all is a file as read.
type all struct{ testtrace.Trace }

func read(t testing.TB, file []byte) all {
	t.Helper()
	f, err := tracefeed.OpenInput(tracefeed.Input{Reader: bytes.NewReader(file)}, []tracefeed.Format{Format()})
	if err != nil {
		return all{testtrace.Trace{Err: err, Tables: tracefeed.NewTables()}}
	}
	return all{testtrace.Read(t, f)}
}

// stack returns the functions of a stack, the innermost first.
func (a *all) stack(id tracefeed.StackID) string {
	var names []string
	for _, f := range a.Tables.Stacks[id] {
		names = append(names, a.Tables.Frames[f].Func)
	}
	return strings.Join(names, " ")
}

// TestSums checks profiles of processor time and of memory.
func TestSums(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		least     int64
		innermost string
		note      string
	}{
		"cpu":  {200e6, "main.burn main.main", "a profile of cpu in nanoseconds over "},
		"heap": {64 << 20, "main.main", "a profile of inuse_space in bytes: "},
	} {
		file, plain := recorded(t, name)
		for _, file := range [][]byte{file, plain} {
			a := read(t, file)
			var sum int64
			for i, ev := range a.Events[:len(a.Events)-1] {
				if ev.Kind != tracefeed.Sample || ev.Thread != tracefeed.NoThread || i > 0 && ev.Value > a.Events[i-1].Value {
					t.Errorf("%s: event %d is %+v", name, i, ev)
				}
				if strings.HasPrefix(a.stack(ev.Stack), c.innermost) {
					sum += ev.Value
				}
			}
			if sum < c.least || a.Err != nil || !strings.HasPrefix(a.Note, c.note) {
				t.Errorf("%s: %d in %s, note %q, error %v", name, sum, c.innermost, a.Note, a.Err)
			}
		}
	}
}

// TestGoroutines checks the states that are inferred from the stacks of goroutines.
func TestGoroutines(t *testing.T) {
	t.Parallel()
	file, _ := recorded(t, "goroutine")
	a := read(t, file)
	if a.Err != nil {
		t.Fatal(a.Err)
	}
	type state struct {
		kind   tracefeed.Kind
		cause  tracefeed.Cause
		shared bool
	}
	got := map[state]int{}
	for _, ev := range a.Events {
		if ev.Thread != tracefeed.NoThread {
			got[state{ev.Kind, ev.Cause, ev.Shared}]++
		}
	}
	for s, want := range map[state]int{
		{tracefeed.MonitorWait, 0, false}:                       3,
		{tracefeed.MonitorWait, 0, true}:                        3,
		{tracefeed.SuspendStart, tracefeed.CauseJoin, false}:    3,
		{tracefeed.SuspendStart, tracefeed.CauseWait, false}:    3,
		{tracefeed.SuspendStart, tracefeed.CauseChannel, false}: 3,
		{tracefeed.SuspendStart, tracefeed.CauseSleep, false}:   3,
		{tracefeed.IOStart, tracefeed.CauseNet, false}:          1,
		{tracefeed.Sample, 0, false}:                            1, // the goroutine that wrote the profile
		{tracefeed.SuspendStart, tracefeed.CausePark, false}:    0,
		{tracefeed.SuspendStart, tracefeed.CauseNet, false}:     0,
		{tracefeed.SuspendStart, tracefeed.NoCause, false}:      0,
	} {
		if got[s] != want {
			t.Errorf("%d goroutines in %v, want %d", got[s], s, want)
		}
	}
	if n := len(a.Tables.Threads) - 1; n != 20 {
		t.Errorf("%d goroutines, want 20", n)
	}
}

// field appends a field to a message.
func field(b []byte, n protowire.Number, value any) []byte {
	switch v := value.(type) {
	case int:
		return protowire.AppendVarint(protowire.AppendTag(b, n, protowire.VarintType), uint64(v))
	case string:
		return protowire.AppendString(protowire.AppendTag(b, n, protowire.BytesType), v)
	case []byte:
		return protowire.AppendBytes(protowire.AppendTag(b, n, protowire.BytesType), v)
	}
	panic("no field")
}

// TestChosenType checks that the profile's own choice of a value is shown.
func TestChosenType(t *testing.T) {
	t.Parallel()
	var b []byte
	for i := range 2 {
		b = field(b, sampleTypes, field(field(nil, 1, i+1), 2, 3))
	}
	b = field(b, 2, field(field(field(nil, 1, 7), 2, 10), 2, 20))
	b = field(b, defaultSample, 1)
	for _, text := range []string{"", "first", "second", "things"} {
		b = field(b, names, text)
	}
	b = field(b, 4, field(field(nil, 1, 7), 3, 0xbeef))
	a := read(t, b)
	if a.Err != nil || a.Events[0].Value != 10 || a.stack(a.Events[0].Stack) != "0xbeef" ||
		!strings.HasPrefix(a.Note, "a profile of first in things:") || !strings.HasSuffix(a.Note, "not shown: second") {
		t.Errorf("%+v in %s, note %q, error %v", a.Events[0], a.stack(a.Events[0].Stack), a.Note, a.Err)
	}
}

// TestDamage reads profiles that are cut off.
func TestDamage(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"cpu", "goroutine"} {
		file, plain := recorded(t, name)
		for what, whole := range map[string][]byte{"compressed": file, "plain": plain} {
			most := 0
			for n := 1; n < len(whole); n += 1 + n/32 {
				a := read(t, whole[:n])
				var damage *tracefeed.Damage
				if a.Err != nil && !errors.As(a.Err, &damage) {
					t.Errorf("%s %s, %d bytes: %v", what, name, n, a.Err)
				}
				most = max(most, len(a.Events))
			}
			if most < 5 {
				t.Errorf("%s %s: at most %d events of its parts", what, name, most)
			}
		}
	}
}

// TestBrokenField reads a profile with a sample that is none.
func TestBrokenField(t *testing.T) {
	t.Parallel()
	_, plain := recorded(t, "cpu")
	p, err := profile.ParseUncompressed(plain)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	p.Location, p.Function, p.Comments = nil, nil, nil
	for _, s := range p.Sample {
		s.Location, s.Label = nil, nil
	}
	if err := p.WriteUncompressed(&b); err != nil {
		t.Fatal(err)
	}
	good := b.Len()
	broken := append(field(b.Bytes(), 2, field(nil, 1, "\xff")), plain...)
	a := read(t, broken)
	var damage *tracefeed.Damage
	if !errors.As(a.Err, &damage) || damage.Offset != int64(good) || len(a.Events) != len(p.Sample)+1 {
		t.Errorf("%v, %d events; want the damage at %d, and %d events", a.Err, len(a.Events), good, len(p.Sample)+1)
	}
}

// TestManyFields reads a profile with more samples than may be kept, each of two bytes.
func TestManyFields(t *testing.T) {
	message := append(field(nil, sampleTypes, []byte{}), bytes.Repeat([]byte{2<<3 | 2, 0}, maxFields)...)
	if p, err := parse(message); err == nil || len(p.Sample) != maxFields-1 ||
		!strings.Contains(err.Error(), "has more than 4194304 samples") {
		t.Errorf("%d samples: %v", len(p.Sample), err)
	}
}

// TestSniff checks that other files are not taken for profiles.
func TestSniff(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "\n", "\n\x04\n\x02\n\x00", "\n\x02\x08\x01", "H\x01", "{}", "\x1f\x8b", "tiv-text 1\n"} {
		if Format().Sniff([]byte(text)) {
			t.Errorf("%q is taken for a profile", text)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"cpu", "heap", "goroutine"} {
		file, plain := recorded(f, name)
		f.Add(file)
		f.Add(plain)
	}
	f.Fuzz(func(t *testing.T, file []byte) { read(t, file) })
}

// BenchmarkRead reads a profile with many samples.
func BenchmarkRead(b *testing.B) {
	_, plain := recorded(b, "cpu")
	p, err := profile.ParseUncompressed(plain)
	if err != nil {
		b.Fatal(err)
	}
	p.Sample = slices.Repeat(p.Sample, 1000)
	var w bytes.Buffer
	if err := p.WriteUncompressed(&w); err != nil {
		b.Fatal(err)
	}
	file := w.Bytes()
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		read(b, file)
	}
}
