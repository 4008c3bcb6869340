package taskrows

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tiv/internal/generate"
	"tiv/internal/reduced"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/view"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// queuing returns a random trace in which tasks wait for threads, go on after the task around them, and have
// several threads at once.
func queuing(t *testing.T, seed uint64) (*timeline.Timeline, *task.Index) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 3))
	var b strings.Builder
	b.WriteString("tiv-text 1\n")
	const threads = 4
	for i := range threads {
		fmt.Fprintf(&b, "0ns t%d start\n", i)
	}
	now, last := 0, 0
	var open []int
	var of [threads]int // the task of the region of each thread
	var waits [threads]bool
	for range 300 {
		now += rng.IntN(40)
		i := rng.IntN(threads)
		switch n := rng.IntN(10); {
		case n < 2:
			last++
			fmt.Fprintf(&b, "%dns t%d task-start %s object=%d", now, i, []string{"get", "put"}[last%2], last)
			if len(open) > 0 && rng.IntN(2) == 0 {
				fmt.Fprintf(&b, " value=%d", open[rng.IntN(len(open))])
			}
			b.WriteByte('\n')
			if rng.IntN(3) == 0 { // a thread of its own
				fmt.Fprintf(&b, "%dns c%d start by=t%d\n", now, last, i)
			}
			open = append(open, last)
		case n < 3 && len(open) > 2:
			k := rng.IntN(len(open))
			fmt.Fprintf(&b, "%dns t%d task-end object=%d\n", now, i, open[k])
			open = append(open[:k], open[k+1:]...)
		case n < 6 && of[i] > 0:
			fmt.Fprintf(&b, "%dns t%d region-end work object=%d\n", now, i, of[i])
			of[i] = 0
		case n < 8 && of[i] == 0 && len(open) > 0:
			of[i] = open[rng.IntN(len(open))]
			fmt.Fprintf(&b, "%dns t%d region-start work object=%d\n", now, i, of[i])
		case waits[i]:
			fmt.Fprintf(&b, "%dns t%d io-end\n", now, i)
			waits[i] = false
		default:
			fmt.Fprintf(&b, "%dns t%d io-start net\n", now, i)
			waits[i] = true
		}
	}
	tl := reduced.Story(t, b.String())
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tl, x
}

// invented returns a random trace with tasks within each other.
func invented(t *testing.T, seed uint64, events int64) (*timeline.Timeline, *task.Index) {
	t.Helper()
	if seed%3 == 0 {
		return queuing(t, seed)
	}
	feed, err := generate.New(generate.Options{Scenario: generate.Scenarios()[seed%2], Threads: 6, Events: events, Seed: seed,
		Extras: true})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tl, x
}

// sharesAt is the definition of what a row shows between two times, nanosecond by nanosecond.
func sharesAt(tl *timeline.Timeline, x *task.Index, i int, from, to tracefeed.Time) (s Shares) {
	part := 1 / float64(to-from)
	sum := [NumShares]float64{}
	for t := from; t < to; t++ {
		var at []int
		for id := range tl.Threads {
			for _, w := range x.Work(tracefeed.ThreadID(id)) {
				if w.Start <= t && t < w.End && x.Within(int(w.Task), i) {
					share := int(tl.Lane(tracefeed.ThreadID(id)).StateAt(t))
					if w.Evidence == task.Inferred {
						share += tracefeed.NumStates
					}
					at = append(at, share)
				}
			}
		}
		for _, share := range at {
			sum[share] += part / float64(len(at))
		}
		if y := &x.Tasks[i]; len(at) == 0 && y.Start <= t && t < y.End {
			sum[2*tracefeed.NumStates] += part
		}
	}
	for k, v := range sum {
		s[k] = float32(v)
	}
	return s
}

// TestColumns checks what rows show at columns of pixels against the work of threads and their spans, at each
// nanosecond of the columns.
func TestColumns(t *testing.T) {
	t.Parallel()
	inferredSeen, queuedSeen, several := 0, 0, 0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 1))
		tl, x := invented(t, seed, 400)
		if len(x.Tasks) == 0 {
			continue
		}
		for range 12 {
			const columns = 64
			cell := tracefeed.Time(1) << rng.IntN(9) // and a column is as long, so that the definition is exact
			i := rng.IntN(len(x.Tasks))
			middle := x.Tasks[i].Start + tracefeed.Time(rng.Int64N(int64(x.Tasks[i].End-x.Tasks[i].Start)+1))
			from := max(middle-tracefeed.Time(rng.Int64N(columns))*cell, 0) / cell * cell
			c := Cache{need: need{tl: tl, orderOf: orderOf{tasks: x}, from: from, to: from + columns*cell, cell: cell}}
			s := c.need.reader().read(context.Background(), i)
			for range 6 {
				at := from + cell*tracefeed.Time(rng.IntN(columns))
				k := 0
				a := float64(at-s.from) / float64(s.cell)
				got, want := s.between(a, a+1, &k), sharesAt(tl, x, i, at, at+cell)
				sum := float32(0)
				for share := range want {
					if math.Abs(float64(got[share]-want[share])) > 1e-3 {
						t.Fatalf("seed %d: task %d from %d on for %d ns: share %d is %v, want %v\n%v\n%v", seed, x.Tasks[i].Number,
							at, cell, share, got[share], want[share], got, want)
					}
					if sum += want[share]; want[share] > 0 && want[share] < 0.9 && share < queued {
						several++
					}
					if want[share] > 0 && share >= inferred && share < queued {
						inferredSeen++
					}
				}
				if want[queued] > 0 {
					queuedSeen++
				}
			}
		}
	}
	if inferredSeen < 20 || queuedSeen < 20 || several < 20 {
		t.Errorf("only %d inferred, %d in queues, %d of several states", inferredSeen, queuedSeen, several)
	}
}

// TestBands checks the numbers of tasks of a type over time against their work, at each nanosecond.
func TestBands(t *testing.T) {
	t.Parallel()
	busySeen, queuedSeen := 0, 0
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 2))
		tl, x := invented(t, seed, 300)
		o := newOrder(orderOf{tasks: x}, nil)
		for g := range o.groups {
			cell := tracefeed.Time(1) << rng.IntN(10)
			from := tracefeed.Time(rng.Int64N(int64(tl.End))) / cell * cell
			b := readBand(t.Context(), o, g, from, from+50*cell, cell)
			for range 8 {
				c := rng.IntN(50)
				at := from + tracefeed.Time(c)*cell
				var busy, queue float64
				for _, i := range o.groups[g].tasks {
					for ns := at; ns < at+cell; ns++ {
						works := false
						for _, w := range x.WorkOf(int(i)) {
							works = works || w.Start <= ns && ns < w.End
						}
						if y := &x.Tasks[i]; works {
							busy++
						} else if y.Start <= ns && ns < y.End {
							queue++
						}
					}
				}
				busy, queue = busy/float64(cell), queue/float64(cell)
				if math.Abs(float64(b.busy[c])-busy) > 1e-4 || math.Abs(float64(b.queued[c])-queue) > 1e-4 {
					t.Fatalf("seed %d: %q at %d: %v at work and %v in queues, want %v and %v", seed, o.groups[g].name, at, b.busy[c],
						b.queued[c], busy, queue)
				}
				if busy > 0 {
					busySeen++
				}
				if queue > 0 {
					queuedSeen++
				}
			}
		}
	}
	if busySeen < 20 || queuedSeen < 20 {
		t.Errorf("only %d at work, %d in queues", busySeen, queuedSeen)
	}
}

// pictureOf arranges and draws the rows of a look.
func pictureOf(c *Cache, tl *timeline.Timeline, look *view.Look, width, height float32) (*View, *shape.Raster) {
	in := inputOf(tl, look, width, height)
	v := c.Arrange(in)
	return v, v.Draw(in)
}

func inputOf(tl *timeline.Timeline, look *view.Look, width, height float32) Input {
	canvas := shape.Canvas{Width: int(width), Height: int(height), Scale: 1}
	overlay := &shape.Overlay{}
	return Input{Stage: &stage.Stage{Timeline: tl, Look: look}, Sheet: shape.NewSheet(canvas, paint.Dark(), overlay),
		Rect: shape.Rect{X0: 200, X1: width, Y1: height}}
}

// lookAt is a look at all of a trace, in the task view.
func lookAt(tl *timeline.Timeline, x *task.Index) *view.Look {
	look := view.LookAt(tl)
	look.Kind, look.Tasks = view.Tasks, x
	return &look
}
