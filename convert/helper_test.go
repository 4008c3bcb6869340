package convert_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"tiv/convert"
	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/textfeed"
)

// memoryFile is a file in memory, which may be full after some bytes.
type memoryFile struct {
	mu   sync.Mutex
	data []byte
	full int // 0: never
}

var errFull = errors.New("the disk is full")

func (f *memoryFile) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.full > 0 && len(f.data)+len(p) > f.full {
		return 0, errFull
	}
	f.data = append(f.data, p...)
	return len(p), nil
}

func (f *memoryFile) ReadAt(p []byte, at int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return bytes.NewReader(f.data).ReadAt(p, at)
}

func openTrace(data []byte) (*tracefeed.Source, error) {
	formats := []tracefeed.Format{binfeed.Format(), gotrace.Format(), textfeed.Format()}
	return tracefeed.OpenInput(tracefeed.Input{Name: "/somewhere/trace", Reader: bytes.NewReader(data), Size: int64(len(data))}, formats)
}

// options keep next to nothing in memory, so that all is read again.
func options() convert.Options { return convert.Options{Memory: timeline.NewMemory(1), Verify: true} }

// toBin and toText convert a trace and verify the result.
func toBin(source *tracefeed.Source) ([]byte, error) {
	var file memoryFile
	r, err := convert.Bin(&file, source, options())
	if err == nil {
		err = r.VerifyBin(&file, int64(len(file.data)))
	}
	return file.data, err
}

func toText(source *tracefeed.Source) ([]byte, error) {
	var out bytes.Buffer
	r, err := convert.Text(&out, source, options())
	if err == nil {
		err = r.VerifyText(bytes.NewReader(out.Bytes()))
	}
	return out.Bytes(), err
}

// convertBytes converts a trace in memory.
func convertBytes(data []byte, to func(*tracefeed.Source) ([]byte, error)) ([]byte, error) {
	source, err := openTrace(data)
	if err != nil {
		return nil, err
	}
	return to(source)
}

// said is everything that a feed says.
type said struct {
	sched  bool
	events []tracefeed.Event // of one instant, in order of thread
	tables tracefeed.Tables
	prints *timeline.Fingerprint
}

// listen reads a feed to its end.
func listen(feed tracefeed.Feed) (said, error) {
	var s said
	prints := timeline.NewFingerprinter(feed)
	var damage error
	for ev, err := range tracefeed.All(feed) {
		if damage = err; err == nil {
			prints.Add(ev)
			s.events = append(s.events, *ev)
		}
	}
	slices.SortStableFunc(s.events, func(a, b tracefeed.Event) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.Thread, b.Thread))
	})
	s.sched, s.tables = feed.Header().Sched, *feed.Tables()
	s.prints = prints.Finish()
	return s, damage
}

// differ compares the statements of a trace with the expected ones.
func differ(want said, data []byte) error {
	source, err := openTrace(data)
	if err != nil {
		return err
	}
	got, err := listen(source)
	if err != nil {
		return err
	}
	if got.sched != want.sched || !reflect.DeepEqual(tame(got.tables), tame(want.tables)) {
		return fmt.Errorf("tables are\n%+v, want\n%+v", got.tables, want.tables)
	}
	for i := range want.events {
		if i >= len(got.events) || got.events[i] != want.events[i] {
			return fmt.Errorf("from event %d of %d on:\n%v, want\n%v", i, len(want.events), got.events[i:min(i+3, len(got.events))],
				want.events[i:min(i+3, len(want.events))])
		}
	}
	if len(got.events) != len(want.events) {
		return fmt.Errorf("%d events, want %d", len(got.events), len(want.events))
	}
	return want.prints.Differ(got.prints)
}

// tame makes all empty stacks and lists of supertypes look the same.
func tame(t tracefeed.Tables) *tracefeed.TableDelta {
	t.Stacks = slices.Clone(t.Stacks)
	for i := range t.Stacks {
		t.Stacks[i] = slices.Concat([]tracefeed.FrameID{}, t.Stacks[i])
	}
	t.Types = slices.Clone(t.Types)
	for i := range t.Types {
		t.Types[i].Supertypes = slices.Concat([]tracefeed.NameID{}, t.Types[i].Supertypes)
	}
	return tracefeed.FullDelta(&t)
}

// samples returns the traces of the project's tests, by name.
func samples(t *testing.T) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, pattern := range []string{"../testdata/*.tiv", "../tracefeed/textfeed/testdata/*.tiv", "../tracefeed/gotrace/testdata/*.trace*",
		"../demo/traces/deadlock.trace.gz"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: no samples: %v", pattern, err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err == nil && strings.HasSuffix(path, ".gz") {
				data, err = unzip(data)
			}
			if err != nil {
				t.Fatal(err)
			}
			all[path] = data
		}
	}
	return all
}

func unzip(data []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// feed is a trace with all that tables and events can say.
type feed struct {
	tracefeed.Feed
	rng *rand.Rand
}

// rich returns a source of a random trace that uses all fields of events, and
// in which some events are missing. The same seed makes the same.
func rich(seed uint64, trace oracle.Trace) *tracefeed.Source {
	rng := rand.New(rand.NewPCG(seed, 42))
	f := &feed{trace.Feed(), rng}
	t := f.Tables()
	for i := range 1 + rng.IntN(4) {
		t.AddName([]string{"", "n", "a b", "\xff", "%"}[i])
		t.Frames = append(t.Frames, tracefeed.Frame{Func: fmt.Sprint("f", i), File: "/a b.go", Line: int32(i)})
		t.AddStack(make([]tracefeed.FrameID, i))
	}
	for i := range seed % 3 {
		t.AddType(tracefeed.Type{Name: 1, Supertypes: make([]tracefeed.NameID, i)})
		t.AddType(tracefeed.Type{Name: tracefeed.NameID(len(t.Names) - 1), Supertypes: []tracefeed.NameID{1}})
	}
	for i := range rng.IntN(3) {
		t.AddProcess(tracefeed.Process{ID: fmt.Sprint(40 + i), Name: []string{"a b", "\xff"}[i],
			Command: []string{"", "a b=c"}[i], Parent: tracefeed.ProcessID(i)})
	}
	for i := range t.Threads[1:] {
		t.Threads[1+i].Process = tracefeed.ProcessID(rng.IntN(max(1, len(t.Processes))))
	}
	return &tracefeed.Source{Feed: f, Name: "random"}
}

func (f *feed) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	batch, err := f.Feed.Batch(used)
	for i := range batch {
		f.enrich(&batch[i])
	}
	return batch, err
}

func (f *feed) enrich(ev *tracefeed.Event) {
	t := f.Tables()
	switch {
	case f.rng.IntN(40) == 0 || ev.Kind == tracefeed.Lost && f.rng.IntN(2) == 0:
		*ev = tracefeed.Event{Time: ev.Time, Kind: tracefeed.Lost}
	case f.rng.IntN(20) == 0:
		*ev = tracefeed.Event{Time: ev.Time, Kind: tracefeed.NoKind, Thread: ev.Thread}
	}
	if f.rng.IntN(3) == 0 {
		ev.Stack = tracefeed.StackID(f.rng.IntN(len(t.Stacks)))
		ev.Name = tracefeed.NameID(f.rng.IntN(len(t.Names)))
	}
	if f.rng.IntN(5) == 0 {
		ev.Object, ev.Value, ev.CPU = int64(f.rng.Uint64()), -int64(f.rng.IntN(3)), tracefeed.CPU(f.rng.IntN(70))
	}
}
