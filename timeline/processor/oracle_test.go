package processor_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/timeline/processor"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// happening is an event of a random trace.
type happening struct {
	at     tracefeed.Time
	thread tracefeed.ThreadID // NoThread for all
	what   string
	cpu    tracefeed.CPU
}

// randomTrace returns a random trace of threads on processors, in pages of a few events, and its
// events. Threads contradict each other, and events are lost.
func randomTrace(t *testing.T, rng *rand.Rand) (*timeline.Timeline, []happening) {
	t.Helper()
	var b strings.Builder
	b.WriteString("tiv-text 1 sched\n")
	var list []happening
	add := func(h happening) {
		list = append(list, h)
		name, cpu := "-", ""
		if h.thread != tracefeed.NoThread {
			name = fmt.Sprint("t", h.thread)
		}
		if h.cpu != tracefeed.NoCPU {
			cpu = fmt.Sprint(" cpu=", h.cpu-1)
		}
		fmt.Fprintf(&b, "%dns %s %s%s\n", h.at, name, h.what, cpu)
	}
	threads, now := 1+rng.IntN(6), tracefeed.Time(0)
	for i := range threads {
		add(happening{0, tracefeed.ThreadID(i + 1), "start", 0})
	}
	losses := rng.IntN(2) * 40
	for range rng.IntN(200) {
		now += tracefeed.Time(rng.IntN(1 + rng.IntN(6)))
		h := happening{at: now, thread: tracefeed.ThreadID(1 + rng.IntN(threads))}
		switch k := rng.IntN(400); {
		case k < 200:
			h.what, h.cpu = "run", tracefeed.CPU(rng.IntN(5))
		case k < 300:
			h.what = "ready"
		case k < 340:
			h.what = "suspend-start sleep"
		case k < 350+losses/4:
			h.what = "lost"
		case k < 355+losses/4:
			h.what, h.thread = "lost", tracefeed.NoThread
		case k == 399:
			h.what = "end"
		default:
			h.what = "suspend-end"
		}
		add(h)
	}
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: strings.NewReader(b.String())})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{PageEvents: 1 + rng.IntN(40)})
	if err != nil {
		t.Fatal(err)
	}
	return tl, list
}

// moment is what is known of all threads and processors during a nanosecond.
type moment struct {
	on    map[tracefeed.ThreadID]tracefeed.CPU
	since map[tracefeed.ThreadID]tracefeed.Time
	// took and lost are the last times at which a processor was taken, and lost.
	took, lost map[tracefeed.CPU]tracefeed.Time
	allLost    tracefeed.Time
}

// content returns what is known of a processor: "" for no thread.
func (m *moment) content(cpu tracefeed.CPU) string {
	var threads []tracefeed.ThreadID
	for t, on := range m.on {
		if on == cpu {
			threads = append(threads, t)
		}
	}
	took, ok := m.took[cpu]
	lost, bad := m.lost[cpu]
	switch {
	case len(threads) == 1:
		return fmt.Sprintf("t%d", threads[0])
	case len(threads) > 1:
		return "several"
	case !ok || bad && took <= lost || took <= m.allLost:
		return "unknown"
	}
	return ""
}

// simulate replays a trace event by event. It returns what is known during each nanosecond of
// each processor, and the runs.
func simulate(list []happening, end tracefeed.Time) (by map[tracefeed.CPU][]string, runs []processor.Run) {
	m := moment{map[tracefeed.ThreadID]tracefeed.CPU{}, map[tracefeed.ThreadID]tracefeed.Time{}, map[tracefeed.CPU]tracefeed.Time{},
		map[tracefeed.CPU]tracefeed.Time{}, -1}
	states := map[tracefeed.ThreadID]string{}
	by = map[tracefeed.CPU][]string{}
	for _, h := range list {
		if h.what == "run" && h.cpu != tracefeed.NoCPU && by[h.cpu] == nil {
			by[h.cpu] = []string{}
		}
	}
	leave := func(t tracefeed.ThreadID, at tracefeed.Time, lost bool) {
		cpu, ok := m.on[t]
		if !ok {
			return
		}
		runs = append(runs, processor.Run{Start: m.since[t], End: at, CPU: cpu, Thread: t})
		delete(m.on, t)
		if lost {
			m.lost[cpu] = at
		}
	}
	for now, next := tracefeed.Time(0), 0; now <= end; now++ {
		for ; next < len(list) && list[next].at == now; next++ {
			h := list[next]
			if h.thread == tracefeed.NoThread {
				for t := range states {
					leave(t, now, true)
					if states[t] != "dead" {
						states[t] = "unknown"
					}
				}
				m.allLost = now
				continue
			}
			s := states[h.thread]
			switch {
			case s == "dead":
				continue
			case h.what == "start":
				s = "runnable"
			case h.what == "run":
				s = "running"
				if h.cpu != tracefeed.NoCPU && m.on[h.thread] != h.cpu {
					leave(h.thread, now, false)
					m.on[h.thread], m.since[h.thread], m.took[h.cpu] = h.cpu, now, now
				}
			case h.what == "ready":
				s = "runnable"
			case strings.HasPrefix(h.what, "suspend-start"):
				s = "suspended"
			case h.what == "suspend-end":
				if s == "suspended" || s == "unknown" {
					s = "runnable"
				}
			case h.what == "lost":
				s = "unknown"
			case h.what == "end":
				s = "dead"
			}
			states[h.thread] = s
			if s != "running" {
				leave(h.thread, now, s == "unknown")
			}
		}
		if now < end {
			for cpu := range by {
				by[cpu] = append(by[cpu], m.content(cpu))
			}
		}
	}
	for t := range m.on {
		leave(t, end, false)
	}
	for cpu := range by {
		if _, ok := m.took[cpu]; !ok {
			delete(by, cpu) // named for a dead thread
		}
	}
	return by, runs
}

// fill writes a stretch into the nanoseconds of its processor.
func fill(t *testing.T, by map[tracefeed.CPU][]string, s processor.Stretch, from, to tracefeed.Time) {
	t.Helper()
	if s.End <= s.Start || s.End <= from || s.Start >= to {
		t.Fatalf("%+v is not in %d to %d", s, from, to)
	}
	text := map[processor.Kind]string{processor.One: fmt.Sprintf("t%d", s.Thread), processor.Several: "several",
		processor.Unknown: "unknown"}[s.Kind]
	for x := max(s.Start, from); x < min(s.End, to); x++ {
		if by[s.CPU][x] != "" {
			t.Fatalf("%+v overlaps %q", s, by[s.CPU][x])
		}
		by[s.CPU][x] = text
	}
}

// blank returns as many nanoseconds without contents.
func blank(of map[tracefeed.CPU][]string) map[tracefeed.CPU][]string {
	by := map[tracefeed.CPU][]string{}
	for cpu := range of {
		by[cpu] = make([]string, len(of[cpu]))
	}
	return by
}

// sorted sorts runs.
func sorted(runs []processor.Run) []processor.Run {
	slices.SortFunc(runs, func(a, b processor.Run) int {
		return cmp.Or(cmp.Compare(a.Thread, b.Thread), cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.CPU, b.CPU))
	})
	return runs
}

// within returns the runs that overlap an interval.
func within(runs []processor.Run, from, to tracefeed.Time) (in []processor.Run) {
	for _, r := range runs {
		switch {
		case r.Start == r.End && (r.Start < from || r.Start > to):
		case r.Start < r.End && (r.End <= from || r.Start >= to):
		default:
			in = append(in, r)
		}
	}
	return sorted(in)
}

// Every stretch and every run is that of a simulation, nanosecond by nanosecond, in the whole trace
// and in any part of it.
func TestAgainstSimulation(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	kinds := map[string]int{}
	for seed := range uint64(600) {
		rng := rand.New(rand.NewPCG(seed, 7))
		tl, list := randomTrace(t, rng)
		want, runs := simulate(list, tl.End)
		for cpu := range want {
			for _, s := range want[cpu] {
				kinds[strings.TrimRight(s, "0123456789")]++
			}
		}
		got := blank(want)
		var all []processor.Run
		processor.Each(ctx, tl, 0, tl.End, processor.Visitor{Stretch: func(s processor.Stretch) { fill(t, got, s, 0, tl.End) },
			Run: func(r processor.Run) { all = append(all, r) }})
		for cpu := range want {
			if !slices.Equal(got[cpu], want[cpu]) {
				t.Fatalf("seed %d, processor %d: %q, want %q", seed, cpu-1, got[cpu], want[cpu])
			}
		}
		if !slices.Equal(sorted(all), within(runs, 0, tl.End)) {
			t.Fatalf("seed %d: runs %v, want %v", seed, all, within(runs, 0, tl.End))
		}
		if tl.End == 0 {
			continue
		}
		from := tracefeed.Time(rng.IntN(int(tl.End)))
		to := from + 1 + tracefeed.Time(rng.IntN(int(tl.End-from)))
		checkPart(t, seed, tl, want, runs, from, to)
		checkRows(t, seed, tl, want, rng)
		checkUse(t, seed, tl, want, runs, from, to)
	}
	if len(kinds) < 4 {
		t.Errorf("only %v came up", kinds)
	}
}

// checkPart compares a part with the whole: what is unknown there can be missing.
func checkPart(t *testing.T, seed uint64, tl *timeline.Timeline, want map[tracefeed.CPU][]string, runs []processor.Run,
	from, to tracefeed.Time) {
	t.Helper()
	got := blank(want)
	var some []processor.Run
	end := processor.Each(context.Background(), tl, from, to, processor.Visitor{
		Stretch: func(s processor.Stretch) { fill(t, got, s, from, to) }, Run: func(r processor.Run) { some = append(some, r) }})
	for cpu := range want {
		for x := from; x < to; x++ {
			if g, w := got[cpu][x], want[cpu][x]; g != w && !(w == "unknown" && g == "") {
				t.Fatalf("seed %d, processor %d at %d: %q, want %q", seed, cpu-1, x, g, w)
			}
		}
	}
	expected := within(runs, from, to)
	for i := range expected {
		expected[i].End = min(expected[i].End, end)
	}
	if !slices.Equal(sorted(some), expected) {
		t.Fatalf("seed %d, %d to %d: runs %v, want %v", seed, from, to, some, expected)
	}
}

// checkRows compares merged rows with the nanoseconds.
func checkRows(t *testing.T, seed uint64, tl *timeline.Timeline, want map[tracefeed.CPU][]string, rng *rand.Rand) {
	t.Helper()
	cell := tracefeed.Time(1) << rng.IntN(5)
	most := rng.IntN(20)
	rows := processor.NewRows(context.Background(), tl, 0, tl.End, cell, most, nil)
	entries := 0
	for _, row := range rows.List {
		entries += len(row.Entries)
		busy, unknown := map[tracefeed.Time]tracefeed.Time{}, tracefeed.Time(0)
		for x, s := range want[row.CPU] {
			if s == "unknown" {
				unknown++
			} else if s != "" {
				busy[tracefeed.Time(x)/rows.Cell]++
			}
		}
		for _, v := range row.Unknown {
			unknown -= v.End - v.Start
		}
		for _, e := range row.Entries {
			if e.Count > 1 && (e.Start/rows.Cell != (e.End-1)/rows.Cell || e.Busy <= e.End-e.Start) ||
				e.Count == 1 && e.Busy != e.End-e.Start {
				t.Fatalf("seed %d, cell %d: %+v", seed, rows.Cell, e)
			}
			if s := want[row.CPU][e.Start]; e.Several != (s == "several") || !e.Several && s != fmt.Sprintf("t%d", e.Thread) {
				t.Fatalf("seed %d: %+v where the trace has %q", seed, e, s)
			}
			if e.Count > 1 {
				busy[e.Start/rows.Cell] -= e.Busy
				continue
			}
			for x := e.Start; x < e.End; x++ {
				busy[x/rows.Cell]--
			}
		}
		for c, left := range busy {
			if left != 0 {
				t.Fatalf("seed %d, processor %d, cell %d: %d ns differ", seed, row.CPU-1, c, left)
			}
		}
		if unknown != 0 {
			t.Fatalf("seed %d, processor %d: %d ns unknown differ", seed, row.CPU-1, unknown)
		}
		from := tracefeed.Time(rng.IntN(int(tl.End + 1)))
		to := from + tracefeed.Time(rng.IntN(40))
		some := rows.Between(&row, from, to)
		for _, e := range row.Entries {
			start, end := e.Extent(rows.Cell)
			if in := start < to && end > from; from < to && in != slices.Contains(some, e) {
				t.Fatalf("seed %d: %+v in %d to %d: %t", seed, e, from, to, !in)
			}
		}
	}
	if most > 0 && entries > most && rows.Cell <= tl.End {
		t.Fatalf("seed %d: %d entries, want %d at most", seed, entries, most)
	}
}

// checkUse compares the use of processors, and the places of threads, in an interval.
func checkUse(t *testing.T, seed uint64, tl *timeline.Timeline, want map[tracefeed.CPU][]string, runs []processor.Run,
	from, to tracefeed.Time) {
	t.Helper()
	ctx := context.Background()
	in := within(runs, from, to)
	for _, u := range processor.Uses(ctx, tl, from, to) {
		x := processor.Use{CPU: u.CPU}
		threads := map[tracefeed.ThreadID]bool{}
		for _, r := range in {
			if r.CPU == u.CPU {
				threads[r.Thread] = true
				if r.Start >= from {
					x.Switches++
				}
			}
		}
		for _, s := range want[u.CPU][from:to] {
			switch s {
			case "":
			case "unknown":
				x.Unknown++
			case "several":
				x.Several++
				x.Busy++
			default:
				x.Busy++
			}
		}
		if x.Threads = len(threads); u != x {
			t.Fatalf("seed %d, %d to %d: %+v, want %+v", seed, from, to, u, x)
		}
	}
	for id, p := range processor.PlacesOf(ctx, tl, from, to, nil) {
		var cpus []tracefeed.CPU
		migrations, last, length := 0, tracefeed.NoCPU, tracefeed.Time(0)
		for _, r := range in {
			if r.Thread != tracefeed.ThreadID(id) {
				continue
			}
			if cpus = append(cpus, r.CPU); last != tracefeed.NoCPU && last != r.CPU {
				migrations++
			}
			last = r.CPU
			length += max(0, min(r.End, to)-max(r.Start, from))
		}
		slices.Sort(cpus)
		if cpus = slices.Compact(cpus); !slices.Equal(p.CPUs, cpus) || p.Time != length || p.Migrations != migrations && !tied(in) {
			t.Fatalf("seed %d, thread %d, %d to %d: %+v, want %v, %d, %v", seed, id, from, to, p, cpus, migrations, length)
		}
	}
}

// tied reports whether runs of one thread have the same times, so that their order is unknown.
func tied(runs []processor.Run) bool {
	for i := 1; i < len(runs); i++ {
		if runs[i].Thread == runs[i-1].Thread && runs[i].Start == runs[i-1].Start {
			return true
		}
	}
	return false
}

// A trace without processors, and one with them, tell themselves apart.
func TestNamed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]tracefeed.CPU{
		"tiv-text 1\n0s A start\n1s A run\n":                                       nil,
		"tiv-text 1\n0s A start\n1s A sample cpu=1 value=1\n":                      nil,
		"tiv-text 1\n0s A start\n1s A run cpu=7\n2s A run cpu=0\n3s A run cpu=7\n": {1, 8},
	} {
		if got := processor.Named(reduced.Story(t, text)); !slices.Equal(got, want) {
			t.Errorf("%q: %v", text, got)
		}
	}
}
