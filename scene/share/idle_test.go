package share

import (
	"context"
	"os"
	"slices"
	"testing"

	"tiv/handler"
	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Cells and sums of a trace with idle threads are those of its spans.
func TestIdle(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../testdata/workers.tiv")
	if err != nil {
		t.Fatal(err)
	}
	tl := reduced.Story(t, string(text))
	idle := handler.FindIdleTime(context.Background(), tl, nil)
	look := view.LookAt(tl)
	look.Idle = idle
	timesOf := func(threads []tracefeed.ThreadID, from, to tracefeed.Time) (times [idleState + 1]tracefeed.Time) {
		for _, id := range threads {
			tl.Lane(id).Spans(from, to, func(s *timeline.Span, end tracefeed.Time) bool {
				k := int(s.State)
				if idle.Loop(s.State, s.Stack) != "" {
					k = idleState
				}
				if k <= idleState && s.State != tracefeed.NotAlive {
					times[k] += max(0, min(end, to)-max(s.Start, from))
				}
				return true
			})
		}
		return times
	}
	slots := []place.Slot{{Members: []tracefeed.ThreadID{1, 2}, Level: lod.Crowd}, {Thread: 3, Level: lod.Near},
		{Thread: 4, Level: lod.Mid}}
	for _, step := range []tracefeed.Time{100 * tracefeed.Millisecond, 7 * tracefeed.Millisecond} {
		var s Slicer
		var c Cache
		look.Step, look.Moment = step, 1350*tracefeed.Millisecond
		how := s.Colouring(&look, 0)
		got := c.Update(&look, tl, &how, slots)
		grid := look.Grid()
		for row := range slots {
			layers := how.Categories(&look, slots[row].Level)
			if !slices.ContainsFunc(layers, func(k Category) bool { return k.name == Idle }) {
				t.Fatalf("row %d has no layer of idle threads", row)
			}
			for i := range got.Steps {
				from := grid.Start(i)
				if from < 0 || i == grid.Cut() {
					continue
				}
				times := timesOf(slots[row].Threads(), from, from+grid.Length(i))
				at := 0.0
				for k, x := range layers {
					for _, of := range x.Of {
						at += float64(times[of])
					}
					want := at / float64(grid.Length(i)) / c.Concurrency(row)
					is := float64(got.Cell(row, i)[k]) / 65535
					if d := is - want; d > 1.0/65535 || d < -1.0/65535 {
						t.Fatalf("step %v, row %d, cell %d, layer %s: %v, want %v", step, row, i, x.name, is, want)
					}
				}
			}
		}
		from, to := look.Counted()
		for _, total := range c.Totals(&look, &how, []lod.Level{lod.Crowd}) {
			want := timesOf([]tracefeed.ThreadID{1, 2}, from, to)[idleState]
			if total.Name == Idle && (total.Time != want || !total.Listed || total.Time == 0) {
				t.Errorf("idle: %+v, want %v", total, want)
			}
		}
	}
	// Without idle threads, and in a base, there is no such layer.
	look.Idle = nil
	var s Slicer
	how := s.Colouring(&look, 0)
	if how.Size() != tracefeed.NumStates || len(how.Categories(&look, lod.Near)) > shape.LayerUnit {
		t.Error("a trace without idle threads has a layer of them")
	}
}
