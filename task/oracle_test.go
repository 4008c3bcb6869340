package task_test

import (
	"cmp"
	"context"
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

// action is an event of a random trace, as the oracle reads it.
type action struct {
	at                 int64
	thread             string
	kind, name         string
	object, arg, bytes int64
}

// randomTrace returns a random trace in which no two events have the same time.
func randomTrace(rng *rand.Rand) (list []action, text string) {
	threads := []string{"A", "B", "C"}[:1+rng.IntN(3)]
	open, alive := map[string][]string{}, map[string]bool{}
	at := int64(0)
	add := func(a action) {
		at += 1 + rng.Int64N(20)
		a.at = at
		list = append(list, a)
	}
	gc := false
	for range 10 + rng.IntN(60) {
		th := threads[rng.IntN(len(threads))]
		if !alive[th] {
			add(action{thread: th, kind: "start"})
			alive[th] = true
			continue
		}
		object, name := rng.Int64N(4), fmt.Sprintf("c%d.m%d", rng.IntN(2), rng.IntN(4))
		switch rng.IntN(15) {
		case 0, 1, 2, 3, 4:
			add(action{thread: th, kind: "call-enter", name: name, object: object, arg: rng.Int64N(4)})
			open[th] = append(open[th], name)
		case 5, 6, 7, 8:
			if n := len(open[th]); n > 0 {
				i := n - 1 - rng.IntN(min(n, 2)) // an inner exit may be missing
				for i < n-1 && slices.Contains(open[th][i+1:], open[th][i]) {
					i++ // that of an inner call of the same function
				}
				add(action{thread: th, kind: "call-exit", name: open[th][i]})
				open[th] = open[th][:i]
			}
		case 9, 10:
			add(action{thread: th, kind: "alloc", name: fmt.Sprint("c", rng.IntN(2)), object: object, bytes: rng.Int64N(100)})
		case 11:
			add(action{thread: th, kind: "free", object: object})
		case 12:
			add(action{thread: th, kind: []string{"run", "ready", "suspend-start sleep", "suspend-end"}[rng.IntN(4)]})
		case 13:
			add(action{kind: map[bool]string{false: "gc-start", true: "gc-end"}[gc]})
			gc = !gc
		case 14:
			if rng.IntN(4) == 0 {
				add(action{thread: th, kind: "end"})
				alive[th], open[th] = false, nil
			}
		}
	}
	var b strings.Builder
	b.WriteString("tiv-text 1\n")
	for _, a := range list {
		b.WriteString(a.line())
	}
	return list, b.String()
}

// line returns the action as a line of a text trace.
func (a action) line() string {
	line := fmt.Sprintf("%dns %s %s", a.at, cmp.Or(a.thread, "-"), a.kind)
	switch a.kind {
	case "call-enter":
		line += fmt.Sprintf(" %s object=%d value=%d", a.name, a.object, a.arg)
	case "call-exit":
		line += " " + a.name
	case "alloc":
		line += fmt.Sprintf(" object=%d value=%d what=%s", a.object, a.bytes, a.name)
	case "free":
		line += fmt.Sprintf(" object=%d", a.object)
	}
	return line + "\n"
}

// randomList returns random definitions.
func randomList(rng *rand.Rand) (list definition.List) {
	for i := range rng.IntN(4) {
		flag := func() bool { return rng.IntN(3) == 0 }
		d := definition.Definition{Name: fmt.Sprint("type", i), Type: "X", Method: fmt.Sprint("m", rng.IntN(4)), NoObjects: flag(),
			AllowReuse: flag(), MarkObject: flag(), Argument: flag(), NoAuto: flag()}
		if flag() {
			d.Class = fmt.Sprint("c", rng.IntN(2))
		}
		if flag() {
			d.Classes = []string{fmt.Sprint("c", rng.IntN(2))}
		}
		if flag() {
			d.Continue = []string{fmt.Sprintf("c%d.m%d", rng.IntN(2), rng.IntN(4))}
		}
		list = append(list, d)
	}
	return list
}

// told is a task as the oracle knows it.
type told struct {
	d                     int
	object, start, end    int64
	calls, allocs, bytes  int64
	unfreed, unfreedBytes int64
	current               map[string][]int64 // by thread: times at which it was current, each nanosecond
}

// tell follows figures 3 and 4, with the slowest means.
func tell(list []action, defs definition.List, end int64) []*told {
	var all []*told
	type frame struct {
		name string
		of   *told // the task that it activated
	}
	stack, current := map[string][]frame{}, map[string]*told{}
	carries, typ := map[int64]*told{}, map[int64]string{}
	type live struct {
		of    *told
		bytes int64
	}
	living := map[int64]live{}
	find := func(name string) int {
		for i, d := range defs {
			class, method, _ := strings.Cut(name, ".")
			if d.Method == method && (d.Class == "" || d.Class == class) {
				return i
			}
		}
		return -1
	}
	associate := func(object int64, of *told, class string) {
		if t, ok := typ[object]; ok {
			class = t
		}
		if object != 0 && (defs[of.d].Classes == nil || slices.Contains(defs[of.d].Classes, class)) {
			carries[object] = of
		}
	}
	leave := func(th string, to int, now int64) {
		for len(stack[th]) > to {
			top := stack[th][len(stack[th])-1]
			stack[th] = stack[th][:len(stack[th])-1]
			if ei := current[th]; ei != nil {
				if ei.end = now; top.of == ei {
					current[th] = nil
				}
			}
		}
	}
	before := int64(0)
	for _, a := range append(slices.Clone(list), action{at: end, kind: "over"}) {
		for th, ei := range current {
			if ei != nil {
				for t := before; t < a.at; t++ {
					ei.current[th] = append(ei.current[th], t)
				}
			}
		}
		before = a.at
		switch a.kind {
		case "call-enter":
			d, class := find(a.name), a.name[:2]
			object := a.object
			if d >= 0 && defs[d].Argument {
				object = a.arg
			}
			f := frame{name: a.name}
			switch ce := current[a.thread]; {
			case ce != nil:
				if d >= 0 && defs[d].MarkObject {
					associate(object, ce, class)
				}
			case d >= 0:
				var ei *told
				if defs[d].AllowReuse && object != 0 {
					ei = carries[object]
				}
				if ei == nil {
					ei = &told{d: d, object: object, start: a.at, end: a.at, current: map[string][]int64{}}
					if all = append(all, ei); defs[d].AllowReuse {
						associate(object, ei, class)
					}
				}
				f.of, current[a.thread] = ei, ei
			default:
				for i, o := range []int64{a.object, a.arg} {
					ei := carries[o]
					if ei == nil || o == 0 || current[a.thread] != nil {
						continue
					}
					of := defs[ei.d]
					named := slices.Contains(of.Continue, a.name)
					if i == 0 && (named || !of.NoAuto) || i == 1 && named && of.Argument {
						f.of, current[a.thread] = ei, ei
					}
				}
			}
			stack[a.thread] = append(stack[a.thread], f)
			if ce := current[a.thread]; ce != nil {
				ce.calls++
			}
		case "call-exit":
			for i := len(stack[a.thread]) - 1; i >= 0; i-- {
				if stack[a.thread][i].name == a.name {
					leave(a.thread, i, a.at)
					break
				}
			}
		case "alloc":
			ei := current[a.thread]
			if a.object != 0 {
				typ[a.object] = a.name
				if delete(living, a.object); ei != nil {
					living[a.object] = live{ei, a.bytes}
				}
			}
			if ei != nil {
				ei.allocs++
				if ei.bytes += a.bytes; !defs[ei.d].NoObjects {
					associate(a.object, ei, "")
				}
			}
		case "free":
			delete(carries, a.object)
			delete(typ, a.object)
			delete(living, a.object)
		case "end":
			leave(a.thread, 0, a.at)
		case "over":
			for th := range stack {
				leave(th, 0, a.at)
			}
		}
	}
	for _, l := range living {
		l.of.unfreed++
		l.of.unfreedBytes += l.bytes
	}
	return all
}

// TestPaper compares the paper's rules with an oracle, on random traces.
func TestPaper(t *testing.T) {
	t.Parallel()
	tasks := 0
	for seed := range uint64(4000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		list, text := randomTrace(rng)
		defs := randomList(rng)
		tl := read(t, text, 1+rng.IntN(40))
		index, err := task.Build(context.Background(), tl, task.Options{Definitions: defs, Tracking: task.Paper})
		if err != nil {
			t.Fatal(err)
		}
		want := tell(list, defs, int64(tl.End))
		tasks += len(want)
		if got, want := inWords(index), inWordsTold(want, tl, defs); got != want {
			t.Fatalf("seed %d: got\n%swant\n%sdefinitions %+v of\n%s", seed, got, want, defs, text)
		}
	}
	if tasks < 4000 {
		t.Errorf("%d tasks only", tasks)
	}
}

const format = "%s object %d from %d to %d: %d calls, %d allocations of %d, %d of %d left, %d collections %d, queue %d, states %v\n"

func inWords(x *task.Index) string {
	var b strings.Builder
	for _, t := range x.Tasks {
		l := &t.Bill
		fmt.Fprintf(&b, format, t.Type, t.Object, t.Start, t.End, l.Calls, l.Allocs, l.AllocBytes, l.Unfreed, l.UnfreedBytes,
			l.Collections, l.CollectionTime, l.Queue, l.Times)
	}
	return b.String()
}

func inWordsTold(list []*told, tl *timeline.Timeline, defs definition.List) string {
	var b strings.Builder
	for _, o := range list {
		var times tracefeed.StateTimes
		busy := map[int64]bool{}
		for id, th := range tl.Threads {
			at := o.current[th.ID]
			for _, now := range at {
				busy[now] = true
				if s := tl.Lane(tracefeed.ThreadID(id)).StateAt(tracefeed.Time(now)); s < tracefeed.NotAlive {
					times[s]++
				}
			}
		}
		collections, collected := 0, 0
		for _, gc := range tl.GC {
			hit := 0
			for now := range busy {
				if now >= int64(gc.Start) && now < int64(gc.End) {
					hit++
				}
			}
			if collected += hit; hit > 0 {
				collections++
			}
		}
		queue := int64(0)
		for now := o.start; now < o.end; now++ {
			if !busy[now] {
				queue++
			}
		}
		fmt.Fprintf(&b, format, defs[o.d].Name, o.object, o.start, o.end, o.calls, o.allocs, o.bytes, o.unfreed, o.unfreedBytes,
			collections, collected, queue, times)
	}
	return b.String()
}

// read returns the timeline of a text trace, in pages of some events.
func read(t *testing.T, text string, page int) *timeline.Timeline {
	t.Helper()
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: strings.NewReader(text)})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{PageEvents: page})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return tl
}
