package receive

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tiv/internal/testtrace"
	"tiv/tracefeed"
	"tiv/tracefeed/otlp"
)

// fromFile returns the tasks of spans as the reader of files tells them.
func fromFile(t testing.TB, items []item) map[int64]*told {
	t.Helper()
	f, err := otlp.Format().Open(tracefeed.Input{Reader: bytes.NewReader(asJSON(items...))})
	if err != nil {
		t.Fatal(err)
	}
	a := testtrace.Read(t, f)
	if a.Err != io.EOF && a.Err != nil {
		t.Fatal(a.Err)
	}
	return tasks(a, f.(tracefeed.Placed).Place().Wall)
}

// randomItems makes spans of up to three seconds within twenty, and when they arrive: at most five
// seconds after their end. Local parents begin before their children.
func randomItems(rng *rand.Rand) (items []item, arrive []int64) {
	for i := range 1 + rng.IntN(60) {
		x := item{id: uint64(i + 1), name: fmt.Sprint("span", i+1), start: epoch + rng.Int64N(20)*second + rng.Int64N(3)*second/2,
			process: rng.IntN(3), kind: 2, thread: max(0, rng.IntN(8)-5)}
		x.end = x.start + rng.Int64N(3)*rng.Int64N(second)
		if rng.IntN(3) > 0 {
			x.parent = uint64(rng.IntN(70))
		}
		if i > 0 && rng.IntN(2) == 0 {
			if p := &items[rng.IntN(i)]; p.start <= x.start {
				x.parent, x.process, x.kind = p.id, p.process, []int{1, 3, 4}[rng.IntN(3)]
			}
		}
		for range rng.IntN(3) {
			x.links = append(x.links, uint64(1+rng.IntN(70)))
		}
		items, arrive = append(items, x), append(arrive, x.end+rng.Int64N(5*second))
	}
	return items, arrive
}

// TestSameAsFile sends random spans in time, some of them twice, and compares the tasks with those
// of a file with the spans.
func TestSameAsFile(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 30))
		items, arrive := randomItems(rng)
		b := newBench(t)
		for b.clock < epoch+40*second {
			b.pass(100 * time.Millisecond)
			var due []item
			for i := range items {
				if arrive[i] <= b.clock && arrive[i] > b.clock-int64(interval) || rng.IntN(100) == 0 && arrive[i] <= b.clock {
					due = append(due, items[i])
				}
			}
			rng.Shuffle(len(due), func(i, j int) { due[i], due[j] = due[j], due[i] })
			if len(due) > 0 && rng.IntN(2) == 0 {
				if got := b.post("/v1/traces", typeJSON, asJSON(due...)); got != "{}" {
					t.Fatal(got)
				}
			} else if len(due) > 0 {
				w := b.request("POST", "/v1/traces", typeProto, "gzip", bytes.NewReader(zipped(asProto(due...))))
				if w.Code != 200 || w.Body.Len() > 0 {
					t.Fatal(w.Code, w.Body)
				}
			}
		}
		live := map[int64]*told{}
		for i, a := range b.traces() {
			checkRows(t, a)
			maps.Copy(live, tasks(a, b.spools[i].wall(t)))
		}
		if got, want := texts(live), texts(fromFile(t, items)); !slices.Equal(got, want) {
			t.Fatalf("seed %d: got\n%q\nwant\n%q", seed, got, want)
		}
	}
}

// checkRows checks that the spans of a lane are within each other, and that rows exist exactly
// while a span is open in them.
func checkRows(t testing.TB, a testtrace.Trace) {
	t.Helper()
	open, alive := map[tracefeed.ThreadID][]int64{}, map[tracefeed.ThreadID]bool{}
	for i, ev := range a.Events {
		list := open[ev.Thread]
		isLane := ev.Thread != tracefeed.NoThread && a.Threads[ev.Thread].Name[:4] == "lane"
		switch ev.Kind {
		case tracefeed.ThreadStart, tracefeed.ThreadEnd:
			if alive[ev.Thread] != (ev.Kind == tracefeed.ThreadEnd) || len(list) > 0 {
				t.Fatalf("event %d: %s of %v", i, ev.Kind, a.Threads[ev.Thread])
			}
			alive[ev.Thread] = ev.Kind == tracefeed.ThreadStart
		case tracefeed.RegionStart:
			open[ev.Thread] = append(list, ev.Object)
		case tracefeed.RegionEnd:
			n := slices.Index(list, ev.Object)
			if n < 0 || isLane && n != len(list)-1 {
				t.Fatalf("event %d: span %d ends in %v, %v are open", i, ev.Object, a.Threads[ev.Thread], list)
			}
			open[ev.Thread] = slices.Delete(list, n, n+1)
		}
		if ev.Thread != tracefeed.NoThread && ev.Kind != tracefeed.ThreadEnd && !alive[ev.Thread] {
			t.Fatalf("event %d: %s of %v, which does not exist", i, ev.Kind, a.Threads[ev.Thread])
		}
	}
}

// TestAnyOrder sends random spans at any time, with open ones, logs and metrics, and checks what
// holds of every trace: each span is a task, with the right end, and a start that is right unless
// it says otherwise.
func TestAnyOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 31))
		items, _ := randomItems(rng)
		b := newBench(t)
		order := rng.Perm(len(items))
		for len(order) > 0 {
			b.pass(time.Duration(rng.Int64N(4 * second)))
			x := items[order[0]]
			switch rng.IntN(4) {
			case 0: // it is only open yet
				if x.end = 0; rng.IntN(2) == 0 {
					b.post("/v1/logs", typeProto, logAs(x.id, x.start, 1))
					continue
				}
			default:
				order = order[1:]
			}
			b.post("/v1/traces", typeProto, asProto(x))
		}
		b.pass(time.Minute)
		live := map[int64]*told{}
		for i, a := range b.traces() {
			checkRows(t, a)
			for n, x := range tasks(a, b.spools[i].wall(t)) {
				if x.name != unfinished || live[n] == nil { // a log is of process 0, whosever the span is
					live[n] = x
				}
			}
		}
		file := fromFile(t, items)
		byName := map[string]*told{}
		for _, x := range file {
			byName[x.name] = x
		}
		for _, x := range live {
			want := byName[x.name]
			switch {
			case want == nil && x.name == unfinished:
				continue
			case want == nil:
				t.Fatalf("seed %d: there is no %q", seed, x.name)
			case !x.before && x.start != want.start, x.before && x.start < want.start, x.end < want.end, !x.before &&
				x.end != want.end && x.end-x.start < want.end-want.start:
				t.Fatalf("seed %d: %s is from %d to %d (%v), should be from %d to %d", seed, x.name, x.start-epoch, x.end-epoch,
					x.before, want.start-epoch, want.end-epoch)
			}
			delete(byName, x.name)
		}
		if len(byName) > 0 {
			t.Fatalf("seed %d: %d tasks are missing", seed, len(byName))
		}
	}
}
