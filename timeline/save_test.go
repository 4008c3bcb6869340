package timeline_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"testing"

	"tiv/block"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// memoryFile is a file in memory, which may be full after some bytes.
type memoryFile struct {
	mu   sync.Mutex
	data []byte
	full int // 0: never
}

func (f *memoryFile) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.full > 0 && len(f.data)+len(p) > f.full {
		return 0, errors.New("the disk is full")
	}
	f.data = append(f.data, p...)
	return len(p), nil
}

func (f *memoryFile) ReadAt(p []byte, at int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if at >= int64(len(f.data)) {
		return 0, io.EOF
	}
	n := copy(p, f.data[at:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// save reduces a trace into a file and returns the final timeline.
func save(trace oracle.Trace, pageLen int, file *memoryFile, limit int64) (*timeline.Timeline, error) {
	feed := trace.Feed()
	r := timeline.NewReducer(feed, tuned(pageLen))
	s := r.SaveTo(file, binfeed.Header{}, []binfeed.Property{{Key: "host", Value: "here"}}, timeline.NewMemory(limit))
	if err := reduced.AddAll(r, feed); err != nil {
		return nil, err
	}
	err := s.Finish(nil, []byte("extra"))
	return r.Snapshot(true, nil), err
}

// differSaved compares a saved timeline with the oracle's, both as the reducer has
// it and as opened again.
func differSaved(trace oracle.Trace, rng *rand.Rand) error {
	var file memoryFile
	limit := int64(1 + rng.IntN(2)*rng.IntN(100_000))
	tl, err := save(trace, 1+rng.IntN(1+rng.IntN(40)), &file, limit)
	if err != nil {
		return err
	}
	if err := differFrom(tl, trace, rng); err != nil {
		return fmt.Errorf("while it is written: %w", err)
	}
	f, err := binfeed.Open(&file, int64(len(file.data)))
	if err != nil {
		return err
	}
	opened, extra, err := timeline.Open(f, timeline.NewMemory(limit), tuned(1))
	if err != nil {
		return err
	}
	if string(extra) != "extra" {
		return fmt.Errorf("extra %q", extra)
	}
	if err := differFrom(opened, trace, rng); err != nil {
		return fmt.Errorf("opened again: %w", err)
	}
	return opened.Err()
}

func TestSaveRandom(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(150) {
		rng := rand.New(rand.NewPCG(seed, 11))
		trace := oracle.Random(rng, oracle.Small(rng))
		if len(trace.Events) == 0 {
			continue
		}
		oracle.Check(t, seed, trace, func(tr oracle.Trace) error {
			if len(tr.Events) == 0 {
				return nil
			}
			return differSaved(tr, rand.New(rand.NewPCG(seed, 12)))
		})
	}
}

// noting is a feed whose remark changes with each event: the sums of a recorder grow.
type noting struct {
	tracefeed.Feed
	read int
}

func (f *noting) Header() tracefeed.Header {
	h := f.Feed.Header()
	h.Note = fmt.Sprintf("threads waited %d ms for processors", f.read)
	return h
}

func (f *noting) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	events, err := f.Feed.Batch(used)
	f.read += len(events)
	return events, err
}

// TestSaveLastNote checks that a timeline that was saved, as in the cache, has the last remark
// of its feed, like the one that was read.
func TestSaveLastNote(t *testing.T) {
	t.Parallel()
	var trace oracle.Trace
	for i := range tracefeed.Time(9) {
		trace.Events = append(trace.Events,
			tracefeed.Event{Kind: []tracefeed.Kind{tracefeed.Run, tracefeed.Ready}[i%2], Time: i, Thread: 1})
	}
	feed := &noting{Feed: trace.Feed()}
	var file memoryFile
	r := timeline.NewReducer(feed, tuned(2))
	s := r.SaveTo(&file, binfeed.Header{}, nil, timeline.NewMemory(1<<20))
	if err := errors.Join(reduced.AddAll(r, feed), s.Finish(nil, nil)); err != nil {
		t.Fatal(err)
	}
	f, err := binfeed.Open(&file, int64(len(file.data)))
	if err != nil {
		t.Fatal(err)
	}
	opened, _, err := timeline.Open(f, timeline.NewMemory(1<<20), tuned(1))
	if err != nil {
		t.Fatal(err)
	}
	read, want := r.Snapshot(true, nil).Header.Note, "threads waited 9 ms for processors"
	if opened.Header.Note != want || read != want {
		t.Errorf("saved %q, read %q, want %q", opened.Header.Note, read, want)
	}
}

func TestSaveRandomLong(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(6) {
		rng := rand.New(rand.NewPCG(seed, 13))
		trace := oracle.Random(rng, oracle.Shape{Threads: 4, Monitors: 2, Events: 900, Odd: 0.1})
		for i := range trace.Events { // something that waits have nothing to do with
			trace.Events[i].CPU = tracefeed.CPU(rng.IntN(3))
		}
		if err := differSaved(trace, rng); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// TestSaveFull fills the disk at all places: the timeline stays whole.
func TestSaveFull(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(14, 14))
	trace := oracle.Random(rng, oracle.Shape{Threads: 4, Monitors: 2, Events: 300})
	var whole memoryFile
	want, err := save(trace, 10, &whole, 1)
	if err != nil {
		t.Fatal(err)
	}
	for full := 1; full < len(whole.data); full += 97 {
		tl, err := save(trace, 10, &memoryFile{full: full}, 1)
		if err == nil {
			t.Fatalf("no error with room for %d of %d bytes", full, len(whole.data))
		}
		if say(tl) != say(want) {
			t.Fatalf("with room for %d bytes the timeline is another", full)
		}
	}
}

// TestOpenDamaged opens files with one byte changed: the result is an error, or a
// usable timeline.
func TestOpenDamaged(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(15, 15))
	var whole memoryFile
	if _, err := save(oracle.Random(rng, oracle.Shape{Threads: 4, Monitors: 2, Events: 300}), 20, &whole, 1); err != nil {
		t.Fatal(err)
	}
	failures, used := 0, 0
	n := len(whole.data)
	for i := 0; i < n; i += oracle.Stride(n, n) {
		data := bytes.Clone(whole.data)
		data[i] ^= 1 << rng.IntN(8)
		file := &memoryFile{data: data}
		f, err := binfeed.Open(file, int64(len(data)))
		if err != nil {
			continue
		}
		if tl, _, err := timeline.Open(f, timeline.NewMemory(1), tuned(1)); err == nil {
			used++
			if say(tl); tl.Err() != nil {
				failures++
			}
		}
	}
	if failures == 0 || used < oracle.Least(100) {
		t.Errorf("%d files opened, %d failures told", used, failures)
	}
}

// ask calls all queries of a timeline.
func ask(tl *timeline.Timeline) {
	if len(tl.Threads) > 100 || len(tl.Monitors) > 100 {
		return // right, but it would take its time
	}
	say(tl)
	for id := range tl.Threads {
		lane := tl.Lane(tracefeed.ThreadID(id))
		buckets(tl, tracefeed.ThreadID(id), -5, tl.End/7+1, 9)
		lane.At(tl.End / 2)
		lane.Life()
	}
	tl.Visit(0, timeline.Visitor{Page: func(tracefeed.Time) bool { return true }})
}

// smallFile returns a saved trace of a few pages.
func smallFile(tb testing.TB, seed uint64) *memoryFile {
	rng := rand.New(rand.NewPCG(seed, 16))
	file := &memoryFile{}
	if _, err := save(oracle.Random(rng, oracle.Shape{Threads: 3, Monitors: 2, Events: 40}), 8, file, 1); err != nil {
		tb.Fatal(err)
	}
	return file
}

// FuzzOpen opens any bytes as a saved trace.
func FuzzOpen(f *testing.F) {
	for seed := range uint64(6) {
		f.Add(smallFile(f, seed).data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := binfeed.Open(&memoryFile{data: data}, int64(len(data)))
		if err != nil {
			return
		}
		if tl, _, err := timeline.Open(file, timeline.NewMemory(1), tuned(1)); err == nil {
			ask(tl)
		}
	})
}

// FuzzModel opens a saved trace with any bytes for its model.
func FuzzModel(f *testing.F) {
	file, err := binfeed.Open(smallFile(f, 1), int64(len(smallFile(f, 1).data)))
	if err != nil {
		f.Fatal(err)
	}
	model, err := file.Model()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(model)
	f.Fuzz(func(t *testing.T, model []byte) {
		var out memoryFile
		w, err := binfeed.NewWriter(&out, file.Header())
		for i, e := range file.Entries() {
			b, bad := file.Block(i, block.All, nil)
			if bad != nil || err != nil {
				t.Fatal(bad, err)
			}
			err = w.Block(b, file.Tables(), e.Weight)
		}
		for i := range file.Tiles() {
			tile, bad := file.Tile(i)
			if bad != nil || err != nil {
				t.Fatal(bad, err)
			}
			err = w.Tile(tile)
		}
		if err := errors.Join(err, w.Model(model), w.Close()); err != nil {
			t.Fatal(err)
		}
		again, err := binfeed.Open(&out, int64(len(out.data)))
		if err != nil {
			t.Fatal(err)
		}
		if tl, _, err := timeline.Open(again, timeline.NewMemory(1), tuned(1)); err == nil {
			ask(tl)
		}
	})
}
