package task_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/task"
	"tiv/task/definition"
	"tiv/timeline"
	"tiv/tracefeed"
)

// right is a reason for which a thread works for a task, from one time to another.
type right struct {
	thread, kind, name, place string
	of                        *piece
	depth                     int
	from, to                  int64
}

// piece is a task as the oracle of the full rules knows it.
type piece struct {
	kind, number string
	parent       *piece
	d            int // -1 for one that the trace names
	over, begun  bool
}

// fullOracle follows the rules of docs/tasks.md: it keeps all rights that threads ever had, and
// looks through all of them for each question.
type fullOracle struct {
	tl      *timeline.Timeline
	defs    definition.List
	rights  []*right
	pieces  []*piece
	stacks  map[string][]string
	carries map[string]*piece
	types   map[string]string
	waits   map[string]string
	mixed   map[string]bool
}

func (o *fullOracle) state(thread string, at int64) tracefeed.State {
	for id := range o.tl.Threads {
		if o.tl.Threads[id].ID == thread {
			return o.tl.Lane(tracefeed.ThreadID(id)).StateAt(tracefeed.Time(at))
		}
	}
	return tracefeed.NotAlive
}

// now are the rights of a thread that have not ended.
func (o *fullOracle) now(thread string) (list []*right) {
	for _, r := range o.rights {
		if r.thread == thread && r.to < 0 {
			list = append(list, r)
		}
	}
	return list
}

func (o *fullOracle) top(thread string) *piece {
	if list := o.now(thread); len(list) > 0 {
		return list[len(list)-1].of
	}
	return nil
}

func (o *fullOracle) has(thread string, fits func(*right) bool) bool {
	return slices.ContainsFunc(o.now(thread), fits)
}

func inherited(r *right) bool { return r.kind == "created" || r.kind == "began" }
func observed(r *right) bool  { return r.kind == "call" || r.kind == "region" }

// end ends rights, and what is inherited from tasks that are over by that.
func (o *fullOracle) end(at int64, fits func(*right) bool) {
	var ended []*piece
	for _, r := range o.rights {
		if r.to < 0 && fits(r) {
			r.to, ended = at, append(ended, r.of)
		}
	}
	for _, p := range ended {
		o.settle(p, at)
	}
}

func (o *fullOracle) settle(p *piece, at int64) {
	works := slices.ContainsFunc(o.rights, func(r *right) bool { return r.of == p && r.to < 0 && !inherited(r) })
	if p.d < 0 && p.over || p.d >= 0 && !works {
		for _, r := range o.rights {
			if r.of == p && r.to < 0 && inherited(r) {
				r.to = at
			}
		}
	}
}

func (o *fullOracle) give(r right) {
	r.to = -1
	o.rights = append(o.rights, &r)
}

func (o *fullOracle) carry(object string, p *piece, class string) {
	if t, ok := o.types[object]; ok {
		class = t
	}
	if object != "0" && (p.d < 0 || o.defs[p.d].Classes == nil || slices.Contains(o.defs[p.d].Classes, class)) {
		o.carries[object] = p
	}
}

func (o *fullOracle) enter(at int64, th, name, object, argument string) {
	o.stacks[th] = append(o.stacks[th], name)
	depth, class, d := len(o.stacks[th])-1, name[:2], -1
	for i, def := range o.defs {
		if c, m, _ := strings.Cut(name, "."); d < 0 && def.Method == m && (def.Class == "" || def.Class == c) {
			d = i
		}
	}
	switch {
	case d >= 0:
		if o.defs[d].Argument {
			object = argument
		}
		p := o.top(th)
		if o.defs[d].MarkObject && p != nil {
			o.carry(object, p, class)
			return
		}
		if o.has(th, func(r *right) bool { return r.kind == "call" && r.of.kind == o.defs[d].Name }) {
			return
		}
		next := o.carries[object]
		if !o.defs[d].AllowReuse || next == nil || object == "0" {
			next = &piece{kind: o.defs[d].Name, parent: p, d: d, begun: true}
			o.pieces = append(o.pieces, next)
			if o.defs[d].AllowReuse {
				o.carry(object, next, class)
			}
		}
		o.give(right{thread: th, kind: "call", of: next, depth: depth, from: at})
	case !o.has(th, observed):
		for i, object := range []string{object, argument} {
			p := o.carries[object]
			if p == nil || object == "0" {
				continue
			}
			named := p.d >= 0 && slices.Contains(o.defs[p.d].Continue, name)
			if i == 0 && (p.d < 0 || named || !o.defs[p.d].NoAuto) || i == 1 && named && o.defs[p.d].Argument {
				o.give(right{thread: th, kind: "call", of: p, depth: depth, from: at})
				return
			}
		}
	}
}

func (o *fullOracle) leave(at int64, th string, depth int) {
	o.stacks[th] = o.stacks[th][:depth]
	o.end(at, func(r *right) bool { return r.thread == th && r.kind == "call" && r.depth >= depth })
}

// named returns the task with a number.
func (o *fullOracle) named(number string) *piece {
	for i := len(o.pieces) - 1; i >= 0; i-- {
		if o.pieces[i].number == number && o.pieces[i].d < 0 {
			return o.pieces[i]
		}
	}
	return nil
}

// line follows a line of a text trace.
func (o *fullOracle) line(line string) {
	words := strings.Fields(line)
	var at int64
	fmt.Sscanf(words[0], "%dns", &at)
	th, kind, rest, keys := words[1], words[2], "", map[string]string{}
	for _, w := range words[3:] {
		if k, v, ok := strings.Cut(w, "="); ok {
			keys[k] = v
		} else {
			rest = w
		}
	}
	about := th
	if kind == "wake" {
		about = rest
	}
	if th == "-" || kind != "end" && o.state(about, at) == tracefeed.NotAlive {
		return
	}
	switch kind {
	case "start":
		if p := o.top(keys["by"]); p != nil {
			o.give(right{thread: th, kind: "created", of: p, from: at})
		}
	case "end":
		o.stacks[th] = nil
		o.end(at, func(r *right) bool { return r.thread == th })
	case "call-enter":
		o.enter(at, th, rest, keys["object"], keys["value"])
	case "call-exit":
		for i := len(o.stacks[th]) - 1; i >= 0; i-- {
			if o.stacks[th][i] == rest {
				o.leave(at, th, i)
				break
			}
		}
	case "alloc":
		if keys["object"] == "0" {
			break
		}
		delete(o.carries, keys["object"])
		o.types[keys["object"]] = keys["what"]
		if p := o.top(th); p != nil && (p.d < 0 || !o.defs[p.d].NoObjects) {
			o.carry(keys["object"], p, "")
		}
	case "free":
		delete(o.carries, keys["object"])
		delete(o.types, keys["object"])
	case "suspend-start":
		o.waits[th] = rest + keys["monitor"]
		o.end(at, func(r *right) bool { return r.thread == th && r.kind == "woken" && r.place == o.waits[th] })
	case "wake":
		p := o.top(th)
		if p == nil || o.state(about, at-1) != tracefeed.Suspended || !strings.HasPrefix(o.waits[about], "channel") ||
			o.has(about, func(r *right) bool { return observed(r) || r.of == p || r.kind == "woken" }) {
			break
		}
		o.end(at, func(r *right) bool { return r.thread == about && inherited(r) })
		o.give(right{thread: about, kind: "woken", of: p, place: o.waits[about], from: at})
	case "task-start", "task-end", "region-start", "region-end":
		o.own(at, th, kind, rest, keys)
	}
}

func (o *fullOracle) own(at int64, th, kind, name string, keys map[string]string) {
	if keys["object"] == "0" && strings.HasPrefix(kind, "region") {
		return
	}
	p := o.named(keys["object"])
	if p == nil || kind == "task-start" && p.over {
		p = &piece{number: keys["object"], d: -1}
		o.pieces = append(o.pieces, p)
	}
	switch kind {
	case "task-start":
		if p.begun {
			return
		}
		p.begun, p.kind = true, name
		if o.has(th, func(r *right) bool { return r.kind == "began" && r.of.number != keys["value"] }) {
			o.mixed[th] = true
			o.end(at, func(r *right) bool { return r.thread == th && r.kind == "began" })
		}
		if !o.mixed[th] {
			o.give(right{thread: th, kind: "began", of: p, from: at})
		}
	case "task-end":
		p.over = true
		o.settle(p, at)
	case "region-start":
		o.give(right{thread: th, kind: "region", of: p, name: name, from: at})
	case "region-end":
		var open []*right
		for _, r := range o.now(th) {
			if r.kind == "region" && r.of == p && r.name == name {
				open = append(open, r)
			}
		}
		var later int
		fmt.Sscan(keys["value"], &later)
		if later < len(open) {
			ends := open[len(open)-1-later]
			o.end(at, func(r *right) bool { return r == ends })
		}
	}
}

// TestFull compares the full rules with the oracle, on random traces in which no two events have
// the same time.
func TestFull(t *testing.T) {
	t.Parallel()
	var worked, woken int
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 4))
		text, defs := randomFull(rng), randomList(rng)
		tl := read(t, text, 1+rng.IntN(40))
		index, err := task.Build(context.Background(), tl, task.Options{Definitions: defs})
		if err != nil {
			t.Fatal(err)
		}
		o := fullOracle{tl: tl, defs: defs, stacks: map[string][]string{}, carries: map[string]*piece{}, types: map[string]string{},
			waits: map[string]string{}, mixed: map[string]bool{}}
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, "tiv-text") {
				o.line(line)
			}
		}
		o.end(int64(tl.End), func(*right) bool { return true })
		for id := range tracefeed.ThreadID(len(tl.Threads)) {
			var got, want []string
			for _, w := range index.Work(id) {
				x := &index.Tasks[w.Task]
				for now := w.Start; now < w.End; now++ {
					got = append(got, fmt.Sprint(int64(now), " ", x.Type, " ", w.Evidence))
				}
			}
			for now := range int64(tl.End) {
				var last *right
				for _, r := range o.rights {
					if r.thread == tl.Threads[id].ID && r.from <= now && now < r.to {
						last = r
					}
				}
				if last != nil && (last.of.begun || last.of.over) {
					evidence := task.Inferred
					if worked++; observed(last) {
						evidence = task.Observed
					} else if last.kind == "woken" {
						woken++
					}
					want = append(want, fmt.Sprint(now, " ", last.of.kind, " ", evidence))
				}
			}
			if !slices.Equal(got, want) {
				i := 0
				for i < min(len(got), len(want)) && got[i] == want[i] {
					i++
				}
				t.Fatalf("seed %d: thread %s: got %q, want %q\n%sdefinitions %+v", seed, tl.Threads[id].ID, got[i:min(i+1, len(got))],
					want[i:min(i+1, len(want))], text, defs)
			}
		}
	}
	if worked < 100_000 || woken < 1000 {
		t.Errorf("%d ns of work, %d after a wake-up", worked, woken)
	}
}
