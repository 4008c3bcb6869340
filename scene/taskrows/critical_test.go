package taskrows

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/internal/reduced"
	"tiv/scene/shape"
	"tiv/task"
	"tiv/task/path"
	"tiv/tracefeed"
)

// kindAt is the definition of what the critical path of a task is in the row of another one, or the same, at a time.
func kindAt(p *path.Path, x *task.Index, of, row int, t tracefeed.Time) (kind markKind, ok bool) {
	for _, piece := range p.Pieces {
		if t < piece.Start || t >= piece.End {
			continue
		}
		if kind = map[path.Kind]markKind{path.Queue: dashed, path.Several: hollow}[piece.Kind]; row == of {
			return kind, true
		}
		if piece.Task >= 0 && x.Within(row, of) && x.Within(piece.Task, row) {
			return kind, true
		}
		return thin, piece.HolderTask == row && !x.Within(row, of) && !x.Within(of, row)
	}
	return 0, false
}

// TestTrail compares the stretches of rows with the pieces of critical paths at random times.
func TestTrail(t *testing.T) {
	t.Parallel()
	var seen [thin + 1]int
	parts := 0
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 2))
		tl, x := invented(t, seed, 600)
		for range 10 {
			if len(x.Tasks) == 0 {
				break
			}
			of := rng.IntN(len(x.Tasks))
			r, err := newTrail(context.Background(), tl, trailOf{x, of})
			if err != nil {
				t.Fatal(err)
			}
			for row := range x.Tasks {
				list := r.marks[int32(row)]
				for range 5 {
					at := x.Tasks[of].Start + tracefeed.Time(rng.Int64N(int64(max(x.Tasks[of].End-x.Tasks[of].Start, 1))))
					want, is := kindAt(r.path, x, of, row, at)
					k := slices.IndexFunc(list, func(m mark) bool { return m.start <= at && at < m.end })
					if is != (k >= 0) || is && list[k].kind != want {
						t.Fatalf("seed %d, task %d in row %d at %v: want %v, %t in %v", seed, of, row, at, want, is, list)
					}
					if piece, n := r.at(row, trailOf{x, of}, at, at+1); len(list) > 0 && (n > 0) != is {
						t.Fatalf("seed %d, task %d in row %d at %v: %d pieces, %v", seed, of, row, at, n, piece)
					}
					if is {
						if seen[want]++; row != of && want != thin {
							parts++
						}
					}
				}
				checkEach(t, r, row, tracefeed.Time(rng.IntN(2000)))
			}
		}
	}
	if slices.Min(seen[:]) == 0 || parts == 0 {
		t.Errorf("seen are %v, %d in parts", seen, parts)
	}
}

// checkEach checks that of stretches only those are left out that end shortly after the start of another.
func checkEach(t *testing.T, r *trail, row int, least tracefeed.Time) {
	t.Helper()
	var drawn []mark
	r.each(row, 0, 1<<62, least, func(m mark) { drawn = append(drawn, m) })
	for _, m := range r.marks[int32(row)] {
		if !slices.ContainsFunc(drawn, func(d mark) bool { return d == m || d.start <= m.start && m.end <= max(d.end, d.start+least) }) {
			t.Fatalf("%v is left out beside %v", m, drawn)
		}
	}
}

// The path of the chosen task is in its row, in that of its part, and in that of the task that holds the lock; with a limit
// of events it is found in a goroutine.
func TestPathView(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, "tiv-text 1\n0ms A start\n0ms B start\n"+
		"10ms B task-start report object=1\n11ms B region-start work object=1\n12ms B monitor-enter M\n"+
		"15ms A task-start pay object=2\n15ms A region-start work object=2\n20ms A task-start query object=3 value=2\n"+
		"20ms A region-start ask object=3\n40ms A region-end ask object=3\n40ms A task-end query object=3\n"+
		"50ms A monitor-wait M\n80ms B monitor-exit M\n80ms A monitor-enter M\n82ms A monitor-exit M\n"+
		"90ms A region-end work object=2\n90ms A task-end pay object=2\n95ms B region-end work object=1\n95ms B task-end report object=1\n")
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	look := lookAt(tl, x)
	in := inputOf(tl, look, 1000, 400)
	in.MaxEvents = 1
	var c Cache
	defer c.Stop()
	draw := func() *View {
		v := c.Arrange(in)
		v.Draw(in)
		in.Overlay.Rects = in.Overlay.Rects[:0]
		v.Write(in)
		return v
	}
	if v := draw(); v.pathSeen || len(v.Legend(look.Palette)) > 0 && v.Legend(look.Palette)[0].Mark == PathLine {
		t.Error("without a chosen task there is a path")
	}
	look.Task = x.Tasks[1].ID() // pay
	woken := make(chan struct{}, 100)
	v := draw()
	if !v.Pending || v.pathSeen {
		t.Error("the first frame has the path")
	}
	for v.Pending {
		if !c.Refine(func() { woken <- struct{}{} }) {
			<-woken
		}
		v = draw()
	}
	if !v.pathSeen || !v.waitedSeen {
		t.Fatalf("path %t, waits %t", v.pathSeen, v.waitedSeen)
	}
	path, thinLine := v.Legend(look.Palette)[0], v.Legend(look.Palette)[1]
	if path.Mark != PathLine || thinLine.Mark != ThinLine {
		t.Errorf("the legend has %v, %v", path, thinLine)
	}
	for _, want := range []struct {
		row  int64
		at   tracefeed.Time // ms
		kind word
		high float32
	}{{2, 17, "work", 7}, {2, 30, "work", 7}, {2, 60, "lock", 7}, {3, 30, "work", 7}, {3, 60, "", 0}, {1, 60, "lock", 2}, {1, 85, "", 0}} {
		i := slices.IndexFunc(x.Tasks, func(t task.Task) bool { return t.Number == want.row })
		r := v.RowOf(shape.PickID{Kind: shape.PickTask, Index: int32(i)})
		at := v.Rect.X0 + float32(v.time.Column(want.at*tracefeed.Millisecond))
		spot, got := v.At(r, at), word("")
		if spot.Piece != nil {
			got = word(spot.Piece.Kind.String())
		}
		high := float32(0)
		for _, o := range in.Overlay.Rects {
			if o.Color == path.Style.Color && o.Rect.Holds(at, r.Bottom-3) && o.Rect.Width() > 3 {
				high = o.Rect.Height()
			}
		}
		if got != want.kind || high != want.high {
			t.Errorf("row %d at %d ms: piece %q, %v high, want %q, %v", want.row, want.at, got, high, want.kind, want.high)
		}
	}
}

// word is that of a kind of pieces, empty for none.
type word string
