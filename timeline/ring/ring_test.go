package ring

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tiv/block"
	"tiv/internal/generate"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// whole is a generated trace: its feed, and all events.
func whole(t *testing.T, rng *rand.Rand, events int64) (tracefeed.Feed, []tracefeed.Event) {
	t.Helper()
	names := generate.Scenarios()
	feed, err := generate.New(generate.Options{Scenario: names[rng.IntN(len(names))], Seed: rng.Uint64(), Threads: 2 + rng.IntN(40),
		Events: events, Sched: rng.IntN(2) == 0})
	if err != nil {
		t.Fatal(err)
	}
	var all []tracefeed.Event
	for ev, err := range tracefeed.All(feed) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, *ev)
	}
	return feed, all
}

// sorted returns events in the order of blocks: those at one time are by thread.
func sorted(list []tracefeed.Event) []tracefeed.Event {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b tracefeed.Event) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.Thread, b.Thread))
	})
	return list
}

// onDisk returns the number of bytes in a folder.
func onDisk(t *testing.T, dir string) (n int64) {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range list {
		st, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		n += st.Size()
	}
	return n
}

// open reads a saved trace.
func open(t *testing.T, data []byte) tracefeed.Feed {
	t.Helper()
	feed, err := binfeed.Format().Open(tracefeed.Input{Reader: bytes.NewReader(data), At: bytes.NewReader(data), Size: int64(len(data))})
	if err != nil {
		t.Fatal(err)
	}
	return feed
}

// TestSaved compares what is saved of random traces with the slice of the whole: the events, and
// what threads do at random moments.
func TestSaved(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 30))
		feed, all := whole(t, rng, 20000)
		end := all[len(all)-1].Time
		r := New(feed, Options{Dir: t.TempDir(), Keep: 1 + end/tracefeed.Time(1+rng.IntN(20))})
		until := rng.IntN(len(all))
		for i := range all[:until+1] {
			if err := r.Add(&all[i]); err != nil {
				t.Fatal(err)
			}
		}
		now := all[until].Time
		from := max(0, now-tracefeed.Time(rng.Int64N(int64(r.Keep))))
		to := from + tracefeed.Time(rng.Int64N(int64(now-from+1)))
		if rng.IntN(2) == 0 { // at events
			at := all[rng.IntN(until+1)].Time
			from, to = max(from, min(at, to)), max(from, all[rng.IntN(until+1)].Time)
			to = max(from, to)
		}
		var out bytes.Buffer
		saved, err := r.Save(&out, from, to, binfeed.Header{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if saved.From != max(from, all[0].Time) || saved.To != to {
			t.Fatalf("seed %d: saved %v to %v, want %v to %v", seed, saved.From, saved.To, from, to)
		}
		var want, got []tracefeed.Event
		for _, ev := range all[:until+1] {
			if ev.Time >= from && ev.Time <= to {
				ev.Time -= saved.From
				want = append(want, ev)
			}
		}
		skipped := 0
		part := open(t, out.Bytes())
		for ev, err := range tracefeed.All(part) {
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			got = append(got, *ev)
		}
		ids := matched(feed.Tables(), part.Tables())
		for i := range want {
			want[i].Thread, want[i].Other = ids[want[i].Thread], ids[want[i].Other]
		}
		passed := tracefeed.Event{Time: to - saved.From} // the last event says that time has passed
		for i := len(got) - 1; ; i-- {
			if got[i] == passed {
				got = slices.Delete(got, i, i+1)
				break
			}
		}
		skipped = len(got) - len(want)
		if int(saved.Events) != len(want) || skipped < 0 {
			t.Fatalf("seed %d: %d events, and %d in the file, want %d", seed, saved.Events, len(got), len(want))
		}
		compareEvents(t, seed, got, want)
		compareStates(t, rng, feed, all[:until+1], open(t, out.Bytes()), saved, ids)
		if err := r.Close(); err != nil || onDisk(t, r.Dir) != 0 {
			t.Errorf("seed %d: close: %v, %d bytes are left", seed, err, onDisk(t, r.Dir))
		}
	}
}

// compareEvents compares the events of a saved trace, less those at time 0 that state what was before,
// with those of the slice.
func compareEvents(t *testing.T, seed uint64, got, want []tracefeed.Event) {
	t.Helper()
	late := func(ev tracefeed.Event) bool { return ev.Time == 0 }
	got, want = sorted(got), sorted(want)
	first := func(list []tracefeed.Event) (n int) {
		for n < len(list) && late(list[n]) {
			n++
		}
		return n
	}
	if g, w := got[first(got):], want[first(want):]; !slices.Equal(g, w) {
		t.Fatalf("seed %d: %d events differ from the %d of the slice", seed, len(g), len(w))
	}
	for _, ev := range want[:first(want)] {
		if !slices.Contains(got[:first(got)], ev) {
			t.Fatalf("seed %d: %+v is not in the file", seed, ev)
		}
	}
}

// compareStates compares the states and owners of a saved trace with those of the whole.
func compareStates(t *testing.T, rng *rand.Rand, feed tracefeed.Feed, all []tracefeed.Event, part tracefeed.Feed, saved Saved,
	ids map[tracefeed.ThreadID]tracefeed.ThreadID) {
	t.Helper()
	a, b := reduced(t, &played{feed, all}), reduced(t, part)
	for range 300 {
		if saved.To == saved.From {
			return
		}
		at := 1 + tracefeed.Time(rng.Int64N(int64(saved.To-saved.From))) // at 0 all begins
		for id := range feed.Tables().Threads[1:] {
			id := tracefeed.ThreadID(id + 1)
			was, _ := a.Lane(id).At(at + saved.From)
			is := block.Span{State: tracefeed.NotAlive}
			if own, known := ids[id]; known {
				is, _ = b.Lane(own).At(at)
			} else if was.State == tracefeed.Unknown {
				continue // nothing is known of it, so it is left out
			}
			if was.State != is.State || was.Monitor != is.Monitor || was.Stack != is.Stack && was.State != tracefeed.NotAlive {
				t.Fatalf("at %v, thread %d: %+v, in the whole trace %+v", at, id, is, was)
			}
		}
		m := tracefeed.MonitorID(rng.IntN(len(feed.Tables().Monitors)))
		var was []tracefeed.ThreadID
		for _, o := range a.Owners(m, at+saved.From) {
			was = append(was, ids[o])
		}
		slices.Sort(was)
		is := slices.Sorted(slices.Values(b.Owners(m, at)))
		if a.HandedOver(m) && !b.HandedOver(m) {
			continue // that shows only before the part
		}
		if m != 0 && !slices.Equal(was, is) {
			t.Fatalf("at %v, monitor %d: owners %v, in the whole trace %v", at, m, is, was)
		}
	}
}

// matched returns the ids of threads in a part by those in the whole.
func matched(whole, part *tracefeed.Tables) map[tracefeed.ThreadID]tracefeed.ThreadID {
	ids := map[tracefeed.ThreadID]tracefeed.ThreadID{}
	for i, a := range whole.Threads {
		if j := slices.Index(part.Threads, a); j >= 0 {
			ids[tracefeed.ThreadID(i)] = tracefeed.ThreadID(j)
		}
	}
	return ids
}

// played is a feed of events.
type played struct {
	tracefeed.Feed
	left []tracefeed.Event
}

func (p *played) Batch([]tracefeed.Event) (list []tracefeed.Event, err error) {
	if len(p.left) == 0 {
		return nil, io.EOF
	}
	list, p.left = slices.Clone(p.left), nil
	return list, nil
}

func reduced(t *testing.T, feed tracefeed.Feed) *timeline.Timeline {
	t.Helper()
	r := timeline.NewReducer(feed, timeline.Tuning{})
	batch, err := feed.Batch(nil)
	for ; err == nil; batch, err = feed.Batch(nil) {
		r.Add(batch)
	}
	if err != io.EOF {
		t.Fatal(err)
	}
	return r.Snapshot(true, nil)
}

// TestBound adds random traces to rings of few bytes, and looks at the folder after each event.
func TestBound(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 31))
		feed, all := whole(t, rng, 200000)
		r := New(feed, Options{Dir: t.TempDir(), Bytes: 200_000 + rng.Int64N(300_000)})
		most := int64(0)
		for i := range all {
			if err := r.Add(&all[i]); err != nil {
				t.Fatal(err)
			}
			if i%1000 == 0 {
				most = max(most, onDisk(t, r.Dir))
			}
			if r.Size() > r.Bytes {
				t.Fatalf("seed %d: %d bytes of %d", seed, r.Size(), r.Bytes)
			}
		}
		if most > r.Bytes || most < r.Bytes/4 || onDisk(t, r.Dir) != r.Size() {
			t.Errorf("seed %d: up to %d bytes on disk, want at most %d; %d in the end, want %d",
				seed, most, r.Bytes, onDisk(t, r.Dir), r.Size())
		}
	}
}

// TestTooSmall checks that a ring without room for one segment says so.
func TestTooSmall(t *testing.T) {
	feed, all := whole(t, rand.New(rand.NewPCG(1, 1)), 20000)
	r := New(feed, Options{Dir: t.TempDir(), Bytes: 100})
	var err error
	for i := range all {
		if err = r.Add(&all[i]); err != nil {
			break
		}
	}
	if !errors.Is(err, errSmall) {
		t.Errorf("error %v, want %v", err, errSmall)
	}
	if _, err := New(feed, Options{}).Save(io.Discard, 0, 1, binfeed.Header{}); !errors.Is(err, errEmpty) {
		t.Errorf("error %v, want %v", err, errEmpty)
	}
}
