package path

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/definition"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// randomTrace returns a random trace of threads that wait for each other and work for tasks.
func randomTrace(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("tiv-text 1")
	if rng.IntN(2) == 0 {
		b.WriteString(" sched")
	}
	b.WriteByte('\n')
	at := 0
	name := func() string { return string(rune('A' + rng.IntN(4))) }
	for i := range 2 + rng.IntN(2) {
		fmt.Fprintf(&b, "0ns %c start\n", 'A'+i)
	}
	for range 20 + rng.IntN(60) {
		at += rng.IntN(6)
		t, o := name(), name()
		fmt.Fprintf(&b, "%dns ", at)
		switch rng.IntN(26) {
		case 0:
			fmt.Fprintf(&b, "%s start by=%s", t, o)
		case 1:
			fmt.Fprintf(&b, "%s suspend-start sleep", t)
		case 2, 3, 4:
			fmt.Fprintf(&b, "%s suspend-start channel monitor=Q%d", t, rng.IntN(2))
		case 5:
			fmt.Fprintf(&b, "%s suspend-end", t)
		case 6, 7, 8, 9:
			fmt.Fprintf(&b, "%s wake %s\n", o, t)
			at += rng.IntN(2) * rng.IntN(2)
			fmt.Fprintf(&b, "%dns %s suspend-end", at, t)
		case 10, 11:
			fmt.Fprintf(&b, "%s monitor-wait M%d", t, rng.IntN(2))
		case 12, 13:
			fmt.Fprintf(&b, "%s monitor-enter M%d", t, rng.IntN(2))
		case 14:
			fmt.Fprintf(&b, "%s monitor-exit M%d", t, rng.IntN(2))
		case 15:
			states := []string{"io-start net", "io-end", "run", "ready", "suspend-start gc", "unknown", "unknown", "unknown"}
			fmt.Fprintf(&b, "%s %s", t, states[rng.IntN(len(states))])
		case 16, 17:
			fmt.Fprintf(&b, "%s call-enter x.%s object=%d", t, []string{"serve", "query", "run"}[rng.IntN(3)], rng.IntN(3))
		case 18:
			fmt.Fprintf(&b, "%s call-exit x.%s", t, []string{"serve", "query", "run"}[rng.IntN(3)])
		case 19:
			fmt.Fprintf(&b, "%s alloc object=%d value=8 what=x", t, 1+rng.IntN(2))
		case 20:
			fmt.Fprintf(&b, "%s task-start n object=%d value=%d", t, 1+rng.IntN(4), rng.IntN(3))
		case 21:
			fmt.Fprintf(&b, "%s task-end n object=%d", t, 1+rng.IntN(4))
		case 22, 23:
			fmt.Fprintf(&b, "%s region-start r object=%d", t, 1+rng.IntN(4))
		case 24:
			fmt.Fprintf(&b, "%s region-end r object=%d", t, 1+rng.IntN(4))
		case 25:
			fmt.Fprint(&b, []string{t + " run", t + " run", t + " end", t + " lost", "- lost"}[rng.IntN(5)])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// instant is what a thread does in one nanosecond.
type instant struct {
	span timeline.Span
	end  tracefeed.Time
	work *task.Work // for the task, within it
	any  int        // the task for which it works
}

// slow is the definition of a path, a nanosecond at a time. No code is that of Find.
type slow struct {
	tl         *timeline.Timeline
	x          *task.Index
	start, end int
	all        map[tracefeed.ThreadID][]instant
	labels     []Piece // of a nanosecond each, from the end on
	link       Link
	here, left []tracefeed.ThreadID
	plain      int // the wait is not followed down to here
}

func newSlow(tl *timeline.Timeline, x *task.Index, i int) *slow {
	o := &slow{tl: tl, x: x, start: int(x.Tasks[i].Start), end: int(x.Tasks[i].End), all: map[tracefeed.ThreadID][]instant{}, plain: -1}
	for t := range tl.Threads {
		id := tracefeed.ThreadID(t)
		list := make([]instant, tl.End)
		tl.Lane(id).Spans(0, tl.End, func(s *timeline.Span, end tracefeed.Time) bool {
			for n := s.Start; n < end; n++ {
				list[n].span, list[n].end = *s, end
			}
			return true
		})
		for n := range list {
			list[n].any = task.NoTask
		}
		for _, w := range x.Work(id) {
			for n := w.Start; n < w.End; n++ {
				list[n].any = int(w.Task)
				part := int(w.Task)
				for part >= 0 && part != i {
					part = x.Tasks[part].Around
				}
				if part == i && int(n) >= o.start && int(n) < o.end {
					list[n].work = &w
				}
			}
		}
		o.all[id] = list
	}
	return o
}

func (o *slow) works(t tracefeed.ThreadID, n int) bool {
	return t != 0 && n >= 0 && o.all[t][n].work != nil
}

func (o *slow) put(p Piece) {
	p.Link, o.link, o.here = o.link, Same, nil
	o.labels = append(o.labels, p)
}

// path returns the path.
func (o *slow) path(ender tracefeed.ThreadID) []Piece {
	t, n := ender, o.end-1 // the instant before the present time
	if n >= o.start && !o.works(t, n) {
		t, n = o.wander(t, n)
	}
	for n >= o.start {
		x := o.all[t][n]
		begin := max(int(x.span.Start), int(x.work.Start), o.start)
		p := Piece{Kind: Work, State: x.span.State, Cause: x.span.Cause, Thread: t, Task: int(x.work.Task), Monitor: x.span.Monitor,
			HolderTask: task.NoTask}
		switch other := x.span.Other; {
		case x.span.State == tracefeed.Suspended && x.span.Cause == tracefeed.CauseCollector:
			p.Kind = Collection
		case (x.span.State == tracefeed.Suspended || x.span.State == tracefeed.IO) && other != 0:
			if n >= o.plain && o.plain >= 0 {
				// goes on
			} else if o.plain = -1; other != t && o.works(other, n) {
				if !slices.Contains(o.here, other) {
					o.here, o.left, o.link = append(o.here, t), append(o.left, t), Ended
					t = other
					continue
				}
				o.plain = begin
			}
			p.Kind, p.Holder, p.Holders, p.HolderTask = Wait, other, 1, o.outermost(o.all[other][n].any)
		case x.span.State == tracefeed.Unknown:
			var others []tracefeed.ThreadID
			for id := range o.all {
				if id != t && o.works(id, n) {
					others = append(others, id)
				}
			}
			if n >= o.plain && o.plain >= 0 {
				// goes on
			} else if o.plain = -1; len(others) == 1 && slices.Contains(o.here, others[0]) {
				o.plain = begin
			} else if len(others) == 1 {
				part, whole := int(o.all[others[0]][n].work.Task), int(x.work.Task)
				around := o.x.Tasks[part].Around
				for around >= 0 && around != whole {
					around = o.x.Tasks[around].Around
				}
				if around == whole && o.x.Tasks[part].End <= o.x.Tasks[whole].End {
					o.here, o.left, o.link = append(o.here, t), append(o.left, t), Part
					t = others[0]
					continue
				}
			}
		case x.span.State == tracefeed.Blocking:
			p.Kind, p.Holder, p.Holders = Lock, other, 1
			if owners := o.tl.Holds(x.span.Monitor).At(tracefeed.Time(n)); len(owners) > 0 && !o.tl.HandedOver(x.span.Monitor) {
				p.Holder, p.Holders = slices.Min(owners), int32(len(owners))
			}
			p.HolderTask = o.outermost(o.all[p.Holder][n].any)
		}
		o.put(p)
		if n == begin {
			o.plain = -1
		}
		if n--; n < o.start || n+1 != max(int(x.work.Start), o.start) {
			continue
		}
		t, n = o.begun(t, x.work, n)
	}
	return o.merged()
}

// begun returns where the path goes on when a thread began to work just after an instant.
func (o *slow) begun(t tracefeed.ThreadID, w *task.Work, n int) (tracefeed.ThreadID, int) {
	if o.works(t, n) {
		return t, n
	}
	if by := w.From; by != 0 {
		for k := n; k >= o.start; k-- {
			state := o.all[by][k].span.State
			if o.works(by, k) && (state == tracefeed.Running || state == tracefeed.Unknown || k == n && w.Evidence == task.Inferred) {
				o.queue(t, k+1, n+1)
				o.link = Handed
				return by, k
			}
		}
	}
	for i := len(o.left) - 1; i >= 0; i-- {
		if o.works(o.left[i], n) {
			o.link = Back
			return o.left[i], n
		}
	}
	return o.wander(t, n)
}

// wander goes back to where one thread works.
func (o *slow) wander(t tracefeed.ThreadID, n int) (tracefeed.ThreadID, int) {
	for n >= o.start {
		count := func(n int) (list []tracefeed.ThreadID) {
			for id := range o.all {
				if o.works(id, n) {
					list = append(list, id)
				}
			}
			return list
		}
		switch list := count(n); len(list) {
		case 0:
			k := n
			for k > o.start && len(count(k-1)) == 0 {
				k--
			}
			o.queue(t, k, n+1)
			n = k - 1
		case 1:
			o.link = Alone
			return list[0], n
		default:
			o.put(Piece{Kind: Several, Task: task.NoTask, HolderTask: task.NoTask})
			n--
		}
		t = 0
	}
	return 0, n
}

// queue puts a queue.
func (o *slow) queue(t tracefeed.ThreadID, from, to int) {
	p := Piece{Kind: Queue, Thread: t, Task: task.NoTask, HolderTask: task.NoTask}
	if t != 0 {
		for n, steps, last := to-1, 0, -1; n >= max(from-1, 0); n-- {
			s := o.all[t][n].span
			if int(s.Start) != last {
				steps, last = steps+1, int(s.Start)
			}
			if steps > mostSteps || s.State == tracefeed.NotAlive || s.State == tracefeed.Unknown {
				break
			}
			if s.State == tracefeed.Suspended && s.Monitor != 0 && int(o.all[t][n].end) <= to {
				p.Monitor = s.Monitor
				break
			}
		}
	}
	for range to - from {
		o.put(p)
	}
}

// merged returns the nanoseconds as pieces.
func (o *slow) merged() (list []Piece) {
	for i, p := range o.labels {
		at := tracefeed.Time(o.end - i)
		if n := len(list); n > 0 && p.Link == Same {
			was := list[n-1]
			was.Start, was.End, was.Link = 0, 0, 0
			if was == p {
				list[n-1].Start = at - 1
				continue
			}
		}
		p.Start, p.End = at-1, at
		list = append(list, p)
	}
	slices.Reverse(list)
	return list
}

// TestPathsOfRandomTraces compares paths with their definition, on random traces.
func TestPathsOfRandomTraces(t *testing.T) {
	t.Parallel()
	kinds, links := map[Kind]int{}, map[Link]int{}
	list := definition.List{{Name: "serve", Method: "serve"}, {Name: "query", Method: "query", AllowReuse: true}}
	for seed := range uint64(10_000) {
		rng := rand.New(rand.NewPCG(seed, 7))
		text := randomTrace(rng)
		feed, err := textfeed.Format().Open(tracefeed.Input{Reader: strings.NewReader(text)})
		if err != nil {
			t.Fatal(err)
		}
		tl, err := reduced.Timeline(feed, timeline.Tuning{PageEvents: rng.IntN(40)})
		if err != nil {
			t.Fatal(err)
		}
		x, err := task.Build(t.Context(), tl, task.Options{Definitions: list})
		if err != nil {
			t.Fatal(err)
		}
		for i := range x.Tasks {
			k := &x.Tasks[i]
			got, err := Find(t.Context(), tl, x, i)
			if err != nil {
				t.Fatal(err)
			}
			want := newSlow(tl, x, i).path(k.EndedBy)
			if fmt.Sprint(got.Pieces) != fmt.Sprint(want) {
				t.Fatalf("seed %d, task %d, from %d to %d\n%sgot\n%swant\n%s", seed, k.Number, k.Start, k.End, text,
					lines(got.Pieces), lines(want))
			}
			at := k.Start
			for _, p := range got.Pieces {
				if p.Start != at {
					t.Fatalf("seed %d: a piece from %d after %d", seed, p.Start, at)
				}
				at = p.End
				kinds[p.Kind]++
				links[p.Link]++
			}
			if at != k.End {
				t.Fatalf("seed %d: the path ends at %d, the task at %d", seed, at, k.End)
			}
		}
	}
	for k := Work; k <= Several; k++ {
		if kinds[k] < 100 {
			t.Errorf("%d pieces are %v", kinds[k], k)
		}
	}
	for l := Same; l <= Part; l++ {
		if links[l] < 50 {
			t.Errorf("%d links are %q", links[l], l)
		}
	}
	t.Log(kinds, links)
}

func lines(list []Piece) string {
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, "%+v\n", p)
	}
	return b.String()
}

// outermost returns the task around a task that has none around it.
func (o *slow) outermost(i int) int {
	for i >= 0 && o.x.Tasks[i].Around >= 0 {
		i = o.x.Tasks[i].Around
	}
	return i
}
