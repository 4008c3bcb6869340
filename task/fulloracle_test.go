package task_test

import (
	"cmp"
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
	object                    string // of the call
	of                        *piece
	depth                     int
	from, to                  int64
}

// moved is an item that was put into a queue or taken, in order of time.
type moved struct {
	queue  string
	number int
	taken  bool
	of     *piece
	// foreign: within a call, of another task.
	foreign bool
}

// piece is a task as the oracle of the full rules knows it.
type piece struct {
	kind, number string
	own          string // the type that the trace gives it, if it does
	parent       *piece
	members      []*piece // of a batch
	d            int      // -1 for one that the trace names
	over, begun  bool
	cut          bool  // it had begun before the trace has it
	start        int64 // of one that a definition begins
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
	moved   []moved
	streams map[string][]streamed
	mixed   map[string]bool
	// called are the tasks of calls by the numbers that the trace gives them.
	called map[string]*piece
	// workers wait at some time for work of which the trace does not show the items.
	workers map[string]bool
	seen    map[string]bool
	// waits is what a thread waits for, or did last: "receive" or "send", and queued the channel
	// at which it waits to receive.
	waits, queued map[string]string
	// pending is when a wait began of which it is not known yet whether it counts; dropped are
	// those that do not.
	pending map[string]int64
	dropped []right
	torn    map[string]*piece
	// home is where a thread took items before it took some elsewhere.
	home map[string]string
	// done is what a thread did with items, or while it had some.
	done map[string][]deed
	// gathers are threads that at some time take items one right after the other.
	gathers map[string]bool
	// none are the queues in which a thread found nothing since it took something, peers those of
	// its last select.
	none, peers map[string][]string
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

// since is when a thread began to work for what it works for now, without another task between.
func (o *fullOracle) since(thread string) (at int64) {
	list := o.now(thread)
	top := list[len(list)-1]
	at = top.from
	for i, r := range o.rights {
		if r.thread == thread && r.to >= 0 && i > slices.Index(o.rights, top) {
			at = max(at, r.to)
		}
	}
	return at
}

func (o *fullOracle) has(thread string, fits func(*right) bool) bool {
	return slices.ContainsFunc(o.now(thread), fits)
}

func inherited(r *right) bool { return r.kind == "created" || r.kind == "began" }
func observed(r *right) bool  { return r.kind == "call" || r.kind == "region" }

func certain(r *right) bool { return stays(r) || r.kind == "item" }

// stays reports whether no inference ends a right.
func stays(r *right) bool { return observed(r) || r.kind == "began" }

// end ends rights, and what is inherited from tasks that are over by that.
func (o *fullOracle) end(at int64, fits func(*right) bool) {
	var ended []*piece
	for _, r := range o.rights {
		if r.to < 0 && fits(r) {
			if list := o.now(r.thread); list[len(list)-1] == r || fits(list[len(list)-1]) {
				o.drop(r.thread, at)
			}
			ended = append(ended, r.of)
		}
	}
	for _, r := range o.rights {
		if r.to < 0 && fits(r) {
			r.to = at
		}
	}
	for _, p := range ended {
		o.settle(p, at)
	}
}

// drop says that the wait of a thread up to now was for no task.
func (o *fullOracle) drop(thread string, at int64) {
	if from, ok := o.pending[thread]; ok {
		o.dropped = append(o.dropped, right{thread: thread, from: from, to: at})
		delete(o.pending, thread)
	}
}

func (o *fullOracle) over(p *piece) bool {
	works := slices.ContainsFunc(o.rights, func(r *right) bool { return r.of == p && r.to < 0 && !inherited(r) })
	if p.d >= 0 || p.members != nil {
		return !works
	}
	return p.over
}

func (o *fullOracle) settle(p *piece, at int64) {
	if o.over(p) && slices.ContainsFunc(o.rights, func(r *right) bool { return r.of == p && r.to < 0 && inherited(r) }) {
		o.end(at, func(r *right) bool { return r.of == p && inherited(r) })
	}
}

func (o *fullOracle) give(r right) {
	o.drop(r.thread, r.from)
	r.to = -1
	o.rights = append(o.rights, &r)
}

// waiting reports whether a thread waits to receive from a channel.
func (o *fullOracle) waiting(channel string) bool {
	for _, at := range o.queued {
		if at == channel {
			return true
		}
	}
	return false
}

// leave says that a thread does not wait to receive any more.
func (o *fullOracle) leave(at int64, th string) {
	channel, ok := o.queued[th]
	delete(o.queued, th)
	if ok && !o.waiting(channel) {
		o.end(at, func(r *right) bool { return r.kind == "woken" && r.place == channel })
	}
}

func (o *fullOracle) suspend(at int64, th, cause string, keys map[string]string) {
	o.leave(at, th)
	switch {
	case cause == "other" && keys["stack"] == "", keys["stack"] == "pool" && cause != "other":
		o.waits[th] = "idle"
		o.end(at, func(r *right) bool { return r.thread == th && !stays(r) })
	case keys["stack"] == "send" && cause != "sleep":
		o.waits[th] = "send"
	case cause == "channel":
		o.waits[th] = "receive"
	case cause == "wait", cause == "park":
		o.waits[th] = "take"
	default:
		o.waits[th] = ""
	}
	if channel := keys["monitor"]; o.waits[th] == "receive" && cause == "channel" && channel != "" {
		o.end(at, func(r *right) bool { return r.thread == th && r.kind == "woken" && r.place == channel })
		o.queued[th] = channel
	}
	if o.waits[th] != "receive" && o.waits[th] != "take" || o.top(th) == nil || o.has(th, certain) {
		delete(o.pending, th)
	} else if _, ok := o.pending[th]; !ok {
		o.pending[th] = at
	}
}

func (o *fullOracle) wake(at int64, by, th string, all bool) {
	channel, named := o.queued[th]
	o.leave(at, th)
	if o.state(th, at-1) != tracefeed.Suspended || !o.seen[by] {
		return
	}
	if o.waits[th] == "take" && o.top(th) != nil && !o.has(th, certain) {
		o.tear(at, th)
	}
	if all {
		return
	}
	theirs, mine := o.top(by), o.top(th)
	switch {
	case o.waits[th] == "send":
		o.end(at, func(r *right) bool { return r.thread == by && r.kind == "woken" })
		if list := o.now(by); len(list) > 0 && list[len(list)-1].kind == "created" && o.top(by) != o.top(th) {
			o.tear(at, by)
		}
	case o.waits[th] != "receive" || theirs == mine || o.has(th, certain):
	case mine != nil:
		o.tear(at, th)
	case named && o.waiting(channel) && (o.torn[th] == nil || o.over(o.torn[th])):
		o.torn[th] = nil
		o.give(right{thread: th, kind: "woken", of: theirs, place: channel, from: at})
	}
}

func (o *fullOracle) tear(at int64, th string) {
	for _, r := range o.now(th) {
		if r.kind == "created" {
			o.torn[th] = r.of
		}
	}
	o.end(at, func(r *right) bool { return r.thread == th && !stays(r) })
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
	receiver := object
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
		o.leaveAnswer(at, th, o.defs[d].Name)
		p = o.top(th)
		next := o.carries[object]
		if !o.defs[d].AllowReuse || next == nil || object == "0" {
			next = &piece{kind: o.defs[d].Name, parent: p, d: d, begun: true, start: at}
			o.pieces = append(o.pieces, next)
			list := o.now(th)
			asked := len(list) > 0 && ofStream(list[len(list)-1])
			for q := p; q != nil && !asked; q = q.parent {
				if q.kind == next.kind { // it goes on with that, and is no part of it
					next.parent = nil
				}
			}
			if o.defs[d].AllowReuse {
				o.carry(object, next, class)
			}
		}
		if o.defs[d].MarkObject {
			o.carry(object, next, class)
		}
		o.give(right{thread: th, kind: "call", of: next, depth: depth, object: receiver, from: at})
	case !o.has(th, observed):
		for i, object := range []string{object, argument} {
			p := o.carries[object]
			if p == nil || object == "0" {
				continue
			}
			named := p.d >= 0 && slices.Contains(o.defs[p.d].Continue, name)
			if i == 0 && (p.d < 0 || named || !o.defs[p.d].NoAuto) || i == 1 && named && o.defs[p.d].Argument {
				o.give(right{thread: th, kind: "call", of: p, depth: depth, object: receiver, from: at})
				return
			}
		}
	}
}

func (o *fullOracle) exit(at int64, th string, depth int) {
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
	o.seen[about] = o.seen[about] || kind != "wake" // a wake is no sign of life
	if o.state(about, at) != tracefeed.Suspended {
		delete(o.pending, about)
		defer o.leave(at, about)
	}
	o.note(at, th, kind, about, rest, keys)
	switch kind {
	case "start":
		var before int64
		fmt.Sscan(keys["value"], &before)
		if p := o.top(keys["by"]); p != nil && !o.workers[th] && o.since(keys["by"]) <= at-before {
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
				o.exit(at, th, i)
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
		o.suspend(at, th, rest, keys)
	case "wake":
		o.wake(at, th, about, keys["mode"] == "shared")
	case "put", "take":
		var number int
		fmt.Sscan(keys["value"], &number)
		if kind == "take" && number == 0 && keys["object"] == "0" {
			o.await(at, th, "")
		}
		if keys["what"] != "" {
			o.stream(at, th, kind, keys["what"], number)
		} else if kind == "take" {
			o.take(at, th, keys["object"], number)
		} else {
			o.moved = append(o.moved, moved{queue: keys["object"], number: number, of: o.top(th)})
		}
	case "io-start":
		if keys["what"] != "" {
			o.await(at, th, keys["what"])
		}
	case "task-type":
		var on []*right
		for _, r := range o.now(th) {
			if r.kind == "call" && r.object == keys["object"] {
				on = append(on, r)
			}
		}
		if len(on) > 0 && on[len(on)-1].of.d >= 0 {
			on[len(on)-1].of.own = rest
		}
	case "task-start", "task-end", "region-start", "region-end":
		o.own(at, th, kind, rest, keys)
	}
}

// item returns the task for which a thread that now takes the items of a queue up to a number
// has them; nil for none.
func (o *fullOracle) item(queue string, number int) *piece {
	owners, put, taken := map[int]*piece{}, 0, 0
	for _, m := range o.moved {
		switch {
		case m.queue != queue || m.number == 0:
		case m.taken:
			taken = max(taken, m.number)
		default:
			first := put + 1
			if m.number <= put {
				owners, taken = map[int]*piece{}, 0
			}
			if m.number <= put || put == 0 {
				first = m.number
			}
			for put = first; put < m.number; put++ {
				owners[put] = m.of
			}
			owners[put] = m.of
		}
	}
	first := taken + 1
	if taken == 0 {
		first = number
	}
	var all []*piece
	for n := first; n <= number; n++ {
		all = append(all, owners[n])
	}
	if all = slices.Compact(all); len(all) == 1 {
		return all[0]
	}
	return nil
}

// take follows a thread that takes items.
func (o *fullOracle) take(at int64, th, queue string, number int) {
	if number == 0 {
		o.done[th] = append(o.done[th], deed{at: at, kind: "none", queue: queue, peers: o.peers[th]})
		if g := o.hand(th); g.ending == "kept" && len(g.members()) > 1 {
			if list := o.now(th); len(list) > 0 && list[len(list)-1].of.members != nil {
				list[len(list)-1].of.begun = false
			}
		}
		if !slices.Contains(o.none[th], queue) {
			o.none[th] = append(o.none[th], queue)
		}
		if len(o.none[th]) > 1 {
			o.peers[th] = slices.Clone(o.none[th])
		}
		o.end(at, func(r *right) bool { return r.thread == th && r.kind == "item" && r.place == queue })
		return
	}
	delete(o.none, th)
	same := func(a string) bool {
		return a == queue || slices.Contains(o.peers[th], a) && slices.Contains(o.peers[th], queue)
	}
	p := o.item(queue, number)
	o.moved = append(o.moved, moved{queue: queue, number: number, taken: true,
		foreign: p != nil && o.has(th, observed) && !o.has(th, func(r *right) bool { return related(p, r.of) })})
	if o.isShared(queue) {
		o.done[th] = append(o.done[th], deed{at: at, kind: "work"})
		return
	}
	if o.has(th, func(r *right) bool { return r.kind == "call" || r.kind == "region" || r.kind == "began" }) {
		return
	}
	taken := deed{at: at, kind: "take", queue: queue, peers: o.peers[th], of: p}
	other := deed{at: at, kind: "work"}
	if list := o.now(th); len(list) > 0 {
		switch top := list[len(list)-1]; {
		case top.kind == "item" && top.of == p:
			o.done[th] = append(o.done[th], taken)
			return
		case top.kind == "item" && !same(top.place):
			o.home[th] = top.place
			o.tear(at, th)
			o.done[th] = append(o.done[th], other)
			return
		case top.kind == "created" && top.of != p:
			o.tear(at, th)
			o.done[th] = append(o.done[th], other)
			return
		}
	}
	if home, away := o.home[th]; away && !same(home) || o.torn[th] != nil && !o.over(o.torn[th]) {
		o.done[th] = append(o.done[th], other)
		return
	}
	delete(o.home, th)
	o.done[th] = append(o.done[th], taken)
	o.receive(at, th, queue, o.worksFor(th))
}

// receive gives a thread what it has taken.
func (o *fullOracle) receive(at int64, th, queue string, p *piece) {
	if list := o.now(th); len(list) > 0 && list[len(list)-1].kind == "item" && list[len(list)-1].of == p {
		list[len(list)-1].place = queue
		return
	}
	o.end(at, func(r *right) bool { return r.thread == th && (r.kind != "created" || r.of != p) })
	if p != nil {
		o.give(right{thread: th, kind: "item", of: p, place: queue, from: at})
	}
}

func (o *fullOracle) own(at int64, th, kind, name string, keys map[string]string) {
	if keys["object"] == "0" && strings.HasPrefix(kind, "region") {
		return
	}
	p := o.named(keys["object"])
	var call *piece
	for _, r := range o.now(th) {
		if r.kind == "call" {
			call = r.of
		}
	}
	if o.called[keys["object"]] != nil {
		p = o.called[keys["object"]]
	}
	if kind == "task-start" && (p == nil || p.over || p.d >= 0) {
		delete(o.called, keys["object"])
		if p = nil; call != nil && call.d >= 0 && cmp.Or(call.own, call.kind) == name && call.number == "" && keys["object"] != "0" {
			call.number, o.called[keys["object"]] = keys["object"], call
			return
		}
	}
	if p == nil {
		p = &piece{number: keys["object"], d: -1}
		if kind == "task-start" && call != nil && call.d >= 0 && (keys["value"] == "" || keys["value"] == "0") {
			p.parent = call
		}
		o.pieces = append(o.pieces, p)
	}
	if kind == "task-end" && p.d >= 0 {
		delete(o.called, keys["object"])
		return
	}
	switch kind {
	case "task-start":
		before := keys["mode"] == "shared"
		if !p.begun || before {
			p.kind = name
		}
		if p.begun || p.cut && before {
			return
		}
		p.begun, p.cut = !before, before
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

// tally is the time of work that was compared, in ns: all, after a wake-up, with items of queues,
// with bytes of streams, for tasks to which the trace gives a type, for batches.
type tally struct{ worked, woken, took, read, typed, batches int }

// compare compares the full rules with the oracle, on a trace in which no two events have the same
// time.
func (c *tally) compare(t *testing.T, seed uint64, text string, defs definition.List, page int) {
	t.Helper()
	tl := read(t, text, page)
	index, err := task.Build(context.Background(), tl, task.Options{Definitions: defs})
	if err != nil {
		t.Fatal(err)
	}
	o := replayed(tl, text, defs)
	times := timesOf(text, tl.End)
	for id := range tracefeed.ThreadID(len(tl.Threads)) {
		var got []string
		for _, w := range index.Work(id) {
			x := &index.Tasks[w.Task]
			what := fmt.Sprint(" ", x.Type, " ", w.Evidence)
			switch {
			case x.Definition >= 0:
				what = fmt.Sprint(" ", x.Type, int64(x.Start), " ", w.Evidence)
			case x.Type == "batch":
				what += linked(index, x)
			}
			first, starts := slices.BinarySearch(times, int64(w.Start))
			last, ends := slices.BinarySearch(times, int64(w.End))
			if !starts || !ends {
				t.Fatalf("seed %d: work from %d to %d, without an event\n%s", seed, w.Start, w.End, text)
			}
			for _, now := range times[first:last] {
				got = append(got, fmt.Sprint(now, what))
			}
		}
		want := c.work(o, id, times)
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

// timesOf returns the times of the events of a trace, with that of its end.
func timesOf(text string, end tracefeed.Time) (times []int64) {
	for line := range strings.Lines(text) {
		var at int64
		if n, _ := fmt.Sscanf(line, "%dns", &at); n == 1 {
			times = append(times, at)
		}
	}
	times = append(times, int64(end))
	slices.Sort(times)
	return slices.Compact(times)
}

// linked tells the tasks of a batch.
func linked(index *task.Index, batch *task.Task) string {
	var list []string
	for _, number := range batch.Links {
		switch x := &index.Tasks[index.Find(number, batch.Start)]; {
		case x.Definition >= 0:
			list = append(list, fmt.Sprint(x.Type, int64(x.Start)))
		default:
			list = append(list, fmt.Sprint(x.Type, " ", number))
		}
	}
	slices.Sort(list)
	return fmt.Sprint(" ", list)
}

// told tells the tasks of a batch that the trace begins or ends.
func (p *piece) told() string {
	var list []string
	for _, m := range p.members {
		switch {
		case m.d >= 0:
			list = append(list, fmt.Sprint(cmp.Or(m.own, m.kind), m.start))
		case m.begun || m.cut || m.over:
			list = append(list, fmt.Sprint(m.kind, " ", m.number))
		}
	}
	slices.Sort(list)
	return fmt.Sprint(" ", list)
}

// replayed returns an oracle that has followed a whole trace.
func replayed(tl *timeline.Timeline, text string, defs definition.List) *fullOracle {
	o := &fullOracle{tl: tl, defs: defs, stacks: map[string][]string{}, carries: map[string]*piece{}, types: map[string]string{},
		waits: map[string]string{}, mixed: map[string]bool{}, queued: map[string]string{}, seen: map[string]bool{},
		pending: map[string]int64{}, torn: map[string]*piece{}, workers: map[string]bool{}, streams: map[string][]streamed{},
		called: map[string]*piece{}, done: map[string][]deed{}, home: map[string]string{},
		none: map[string][]string{}, peers: map[string][]string{}}
	o.gathers = o.gatherers(text)
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); strings.HasSuffix(words[0], "ns") && words[1] != "-" && words[2] == "suspend-start" {
			var at int64
			fmt.Sscanf(words[0], "%dns", &at)
			switch cause := strings.Join(words[3:], " "); cause {
			case "wait", "park", "park stack=pool", "other":
				o.workers[words[1]] = o.workers[words[1]] || o.state(words[1], at) != tracefeed.NotAlive
			}
		}
	}
	for line := range strings.Lines(text) {
		if strings.HasSuffix(strings.Fields(line)[0], "ns") {
			o.line(line)
		}
	}
	o.end(int64(tl.End), func(*right) bool { return true })
	return o
}

// work returns for what a thread works at each moment.
func (c *tally) work(o *fullOracle, id tracefeed.ThreadID, times []int64) (want []string) {
	thread := o.tl.Threads[id].ID
	for i, now := range times[:len(times)-1] {
		var last *right
		for _, r := range o.rights {
			if r.thread == thread && r.from <= now && now < r.to {
				last = r
			}
		}
		if slices.ContainsFunc(o.dropped, func(r right) bool { return r.thread == thread && r.from <= now && now < r.to }) {
			last = nil
		}
		if last == nil || !last.of.begun && !last.of.cut && !last.of.over {
			continue
		}
		evidence, d := task.Inferred, int(times[i+1]-now)
		switch c.worked += d; {
		case ofStream(last):
			evidence = task.Observed
			c.read += d
		case last.kind == "item":
			evidence = task.Observed
			c.took += d
		case stays(last):
			evidence = task.Observed
		case last.kind == "woken":
			c.woken += d
		}
		if last.of.own != "" {
			c.typed += d
		}
		if last.of.members != nil {
			c.batches += d
		}
		what := fmt.Sprint(now, " ", cmp.Or(last.of.own, last.of.kind))
		if last.of.d >= 0 {
			what += fmt.Sprint(last.of.start)
		}
		what += fmt.Sprint(" ", evidence)
		if last.of.members != nil {
			what += last.of.told()
		}
		want = append(want, what)
	}
	return want
}

func TestFull(t *testing.T) {
	t.Parallel()
	var c tally
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 4))
		text, defs := randomFull(rng), randomList(rng)
		c.compare(t, seed, text, defs, 1+rng.IntN(40))
	}
	if c.worked < 100_000 || c.woken < 1000 || c.took < 10_000 || c.typed < 10_000 {
		t.Errorf("%+v ns of work, want more", c)
	}
}
