package report

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/execution"
	"tiv/execution/slice"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// called is the functions of codedTrace.
var called = []string{"p.f", "p.(*T).g", "q.h", "q.(*U).i"}

// codedTrace returns a random trace with calls, stacks of waits, samples, and objects.
func codedTrace(rng *rand.Rand) tracefeed.Feed {
	trace := oracle.Random(rng, oracle.Small(rng))
	kinds := []tracefeed.Kind{tracefeed.CallEnter, tracefeed.CallEnter, tracefeed.CallExit, tracefeed.Sample, tracefeed.Alloc,
		tracefeed.Free}
	var events []tracefeed.Event
	for _, ev := range trace.Events {
		if ev.Kind == tracefeed.Wake && ev.Name != tracefeed.NoName { // names are those of calls here
			continue
		}
		switch ev.Kind {
		case tracefeed.SuspendStart, tracefeed.IOStart, tracefeed.MonitorWait:
			ev.Stack = tracefeed.StackID(rng.IntN(len(called)))
		}
		events = append(events, ev)
		for range rng.IntN(4) {
			x := tracefeed.Event{Time: ev.Time, Thread: ev.Thread, Kind: kinds[rng.IntN(len(kinds))]}
			switch x.Kind {
			case tracefeed.CallEnter, tracefeed.CallExit:
				x.Name, x.Object = tracefeed.NameID(1+rng.IntN(len(called))), rng.Int64N(4)
			case tracefeed.Sample:
				x.Value, x.Stack = 1, tracefeed.StackID(rng.IntN(len(called)))
			default:
				x.Name, x.Object, x.Value = tracefeed.NameID(1+rng.IntN(2)), rng.Int64N(4), 1+rng.Int64N(100)
			}
			events = append(events, x)
		}
	}
	trace.Events = events
	f := trace.Feed()
	for i, name := range called {
		f.Tables().AddName(name)
		f.Tables().Frames = append(f.Tables().Frames, tracefeed.Frame{Func: name})
		top := tracefeed.FrameID(len(f.Tables().Frames) - 1)
		f.Tables().AddStack([]tracefeed.FrameID{top, top - tracefeed.FrameID(i)})
	}
	return f
}

// basesOf returns slices of several kinds, each of which is a base of a test.
func basesOf(rng *rand.Rand, end tracefeed.Time) []slice.Definition {
	from := tracefeed.Time(rng.Int64N(int64(end + 1)))
	return []slice.Definition{
		{Name: "f", Where: `function == "p.f"`},
		{Name: "long", Where: fmt.Sprintf("duration >= %dns", 1+rng.IntN(50)), Extent: slice.Self},
		{Name: "late", Of: slice.Threads, Extent: slice.Whole, From: from, To: end + 1},
		{Name: "one thread", Of: slice.Threads, Extent: slice.Whole, Where: `id == "2"`},
		{Name: "waits", Of: slice.Spans, Extent: slice.Whole, Where: `state != "running"`},
		{Name: "big", Of: slice.Objects, Where: "size > 50"},
	}
}

// TestFunctionsInBases compares the calls of functions in bases with the rows of the table of
// calls there, also added up by thread, package, type and module.
func TestFunctionsInBases(t *testing.T) {
	t.Parallel()
	inBase, outside := 0, 0
	for seed := range oracle.Seeds(60) {
		rng := rand.New(rand.NewPCG(seed, 5))
		tl, err := reduced.Timeline(codedTrace(rng), timeline.Tuning{PageEvents: rng.IntN(30)})
		if err != nil {
			t.Fatal(err)
		}
		bases, origins := basesOf(rng, tl.End), execution.NewOrigins(tl)
		keys := map[string]func(row []string) string{
			"function": func(row []string) string { return row[1] },
			"thread":   func(row []string) string { return row[0] },
			"package":  func(row []string) string { return origins.Of(row[1]).Package },
			"type":     func(row []string) string { return origins.Of(row[1]).Type },
			"module":   func(row []string) string { return origins.Of(row[1]).Module },
		}
		win := Window{From: tracefeed.Time(rng.Int64N(int64(tl.End/2 + 1))), To: tl.End - tl.End/tracefeed.Time(3+rng.IntN(9)),
			Runtime: true}
		all := len(rows(t, tl, "calls", win)) - 1
		for i := range bases {
			win.Slices = sliced(t, tl, bases[i].Name, bases...)
			calls := rows(t, tl, "calls", win)[1:]
			inBase, outside = inBase+len(calls), outside+all-len(calls)
			for by, key := range keys {
				want, got := map[string]int64{}, map[string]int64{}
				for _, row := range calls {
					want[key(row)]++
				}
				win := win
				win.By = by
				for _, row := range rows(t, tl, "functions", win)[1:] {
					got[row[0]] += number(t, row[1])
				}
				if !maps.Equal(got, want) {
					t.Fatalf("seed %d, base %s by %s: got %v, want %v", seed, bases[i].Name, by, got, want)
				}
			}
		}
	}
	if inBase < oracle.Least(1000) || outside < oracle.Least(1000) {
		t.Errorf("only %d calls in bases, %d outside", inBase, outside)
	}
}

// total adds up a column of a table.
func total(t *testing.T, all [][]string, name string) (sum int64) {
	t.Helper()
	i := slices.Index(all[0], name)
	if i < 0 {
		t.Fatalf("no column %s in %v", name, all[0])
	}
	for _, row := range all[1:] {
		sum += number(t, row[i])
	}
	return sum
}

// TestDividedObjects divides objects by size, birth and age, also within a base: their bytes,
// and those of live ones, are in exactly one range each, in all tables and with the range as
// the base.
func TestDividedObjects(t *testing.T) {
	t.Parallel()
	some, live := int64(0), int64(0)
	for seed := range oracle.Seeds(60) {
		rng := rand.New(rand.NewPCG(seed, 6))
		tl, err := reduced.Timeline(codedTrace(rng), timeline.Tuning{PageEvents: rng.IntN(30)})
		if err != nil {
			t.Fatal(err)
		}
		whole := slice.Definition{Name: "some", Of: slice.Objects, Where: `allocated && size > 20`}
		if rng.IntN(2) == 0 {
			whole.Where = "allocated"
		}
		by := []slice.Attribute{slice.Size, slice.Birth, slice.Age}[rng.IntN(3)]
		list := append([]slice.Definition{whole}, slice.Ranges(whole, by, []int64{10 + rng.Int64N(20), 40 + rng.Int64N(30)})...)
		win := Window{To: tl.End - tl.End/tracefeed.Time(2+rng.IntN(9)), Runtime: true, Slices: sliced(t, tl, "", list...)}
		if rng.IntN(2) == 0 {
			win.To = tl.End
		}
		for _, c := range []struct{ table, own, of string }{
			{"allocations", "bytes", "_bytes"}, {"allocations", "live_bytes", "_live_bytes"}, {"objects", "size", "_bytes"},
		} {
			win := win
			plain := rows(t, tl, c.table, win)
			all := total(t, plain, "slice:some"+c.of)
			parts, bases := int64(0), int64(0)
			for _, d := range list[1:] {
				parts += total(t, plain, "slice:"+d.Name+c.of)
				win.Slices = sliced(t, tl, d.Name, list...)
				bases += total(t, rows(t, tl, c.table, win), c.own)
			}
			win.Slices = sliced(t, tl, "some", list...)
			if base := total(t, rows(t, tl, c.table, win), c.own); parts != all || bases != all || base != all {
				t.Fatalf("seed %d, %v of %s %s: parts %d, as bases %d; whole %d, as a base %d", seed, by, c.table, c.own, parts,
					bases, all, base)
			}
			if some += all; c.own == "live_bytes" {
				live += all
			}
		}
	}
	if some < int64(oracle.Least(10_000)) || live < int64(oracle.Least(1000)) {
		t.Errorf("only %d bytes, %d of live objects", some, live)
	}
}

// TestObjectsInBases lists what a slice of objects has as a base: its objects, whether
// something was called on them or not, and no others.
func TestObjectsInBases(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, objectsStory)
	nodes := slice.Definition{Name: "nodes", Of: slice.Objects, Where: `type == "node"`}
	leaves := slice.Definition{Name: "leaves", Of: slice.Objects, Where: `type == "leaf"`}
	early := slice.Definition{Name: "early", Of: slice.Threads, Extent: slice.Whole, To: 30 * ms}
	neither := slice.Definition{Name: "late leaves", Of: slice.Combinations, Where: `slice == "leaves" && !(slice == "early")`,
		Extent: slice.Whole}
	for base, want := range map[string]string{
		"nodes":       "[0x10 64] allocated [node make 64 0]",
		"leaves":      "[0x10 32] allocated [leaf  32 32]",
		"early":       "[0x10 64] allocated [node make 64 0]",
		"late leaves": "[0x10 32] allocated [leaf  32 32]",
	} {
		win := everything
		win.Slices = sliced(t, tl, base, nodes, leaves, early, neither)
		got := ""
		objects := rows(t, tl, "objects", win)
		for _, row := range objects[1:] {
			got += fmt.Sprint([]string{row[0], row[slices.Index(objects[0], "size")]}, " ")
		}
		got += "allocated"
		for _, row := range rows(t, tl, "allocations", win)[1:] {
			got += fmt.Sprint(" ", []string{row[0], row[1], row[4], row[6]})
		}
		if got != want {
			t.Errorf("base %s: got %s, want %s", base, got, want)
		}
	}
}
