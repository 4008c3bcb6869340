package playback

import (
	"testing"
	"time"

	"tiv/execution/slice"
	"tiv/internal/reduced"
	"tiv/report"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// The parts of the columns of an overview are the moments that slices cover, each once, and
// add up to the time that threads were alive.
func TestOverviewParts(t *testing.T) {
	tl := reduced.Story(t, "tiv-text 1\n0ns A start\n10ns B start\n20ns A suspend-start sleep\n55ns A suspend-end\n70ns B "+
		"monitor-wait M\n95ns B end\n120ns A end\n")
	definitions := []slice.Definition{
		{Name: "waits", Of: slice.Spans, Where: `state != "running"`, Extent: slice.Whole},
		{Name: "late", Of: slice.Threads, Extent: slice.Whole, From: 33, To: 100},
		{Name: "B", Of: slice.Threads, Extent: slice.Whole, Where: `id == "B"`},
		{Name: "undivided", Of: slice.Threads, Extent: slice.Whole, Where: `id == "A"`, To: 15},
	}
	slicing, err := slice.Compute(t.Context(),
		slice.Input{Timeline: tl, Locks: func(tracefeed.MonitorID) []string { return nil }}, definitions, nil)
	if err != nil {
		t.Fatal(err)
	}
	var o overview
	o.update(tl, view.ProgramThreads(tl), 7, time.Hour)
	step := o.end / 7
	for _, k := range []overviewSlicesKey{{tl: tl, slicing: slicing, colours: true},
		{tl: tl, slicing: slicing, colours: true, base: "late"},
		{tl: tl, slicing: slicing, colours: true, base: "undivided"}, {tl: tl, slicing: slicing, base: "late"}} {
		got := k.parts(t.Context(), o.threads, 7, step)
		if want := k.colours && k.base != "undivided"; got.bySlice != want {
			t.Errorf("base %q, colours %t: by slice is %t", k.base, k.colours, got.bySlice)
		}
		k.colours = got.bySlice
		for i, column := range got.columns {
			want := make(columnParts, len(column))
			all := tracefeed.Time(0)
			for _, id := range o.threads {
				born, died := tl.Lane(id).Life()
				for at := max(born, tracefeed.Time(i)*step); at < min(died, tracefeed.Time(i+1)*step); at++ {
					want[k.slowPart(id, at, len(column))]++
				}
			}
			for part := range column {
				all += column[part]
				if column[part] != want[part] {
					t.Errorf("base %q, colours %t, column %d: %v, want %v", k.base, k.colours, i, column, want)
					break
				}
			}
			if all != o.done[i].Alive() {
				t.Errorf("column %d has %v of %v", i, all, o.done[i].Alive())
			}
		}
	}
}

// slowPart returns the part of a moment, of some number.
func (k *overviewSlicesKey) slowPart(t tracefeed.ThreadID, at tracefeed.Time, n int) int {
	covers := func(name string) bool {
		i := slice.Find(k.slicing.Definitions, name)
		return i >= 0 && k.slicing.Sets[i].Contains(t, at)
	}
	if k.base != "" && !covers(k.base) {
		return n - 1
	}
	if !k.colours {
		for i, l := range report.StateOrder {
			if l == k.tl.Lane(t).StateAt(at) {
				return i
			}
		}
	}
	for i, d := range k.slicing.Definitions {
		if d.Name != k.base && covers(d.Name) {
			return i
		}
	}
	return n - 2
}
