package task_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/internal/oracle"
	"tiv/task/definition"
	"tiv/tracefeed"
)

// deed is what a thread did with items, or while it had some: "take" and "none", which found none;
// "work", after which it has none in its hand; "sleep" or "lock".
type deed struct {
	at    int64
	kind  string
	queue string
	peers []string // the queues of the thread's last select
	of    *piece   // of the item
}

// handful is items that a thread took one after the other.
type handful struct {
	items []deed
	// open: before these it took some of which nothing says whether it has worked on them.
	open bool
	// ending is "work" or "kept", if it has waited without having worked, or empty.
	ending string
}

// members returns the tasks of the items, each once.
func (h *handful) members() (list []*piece) {
	if h.open {
		list = append(list, nil)
	}
	for _, d := range h.items {
		if !slices.Contains(list, d.of) {
			list = append(list, d.of)
		}
	}
	return list
}

// note notes what an event says of what threads have in their hands.
func (o *fullOracle) note(at int64, th, kind, about, cause string, keys map[string]string) {
	work := th
	switch kind {
	case "take":
		if keys["what"] == "" {
			return
		}
	case "ready", "run", "suspend-end", "sample", "alloc", "free":
		return
	case "suspend-start":
		if cause == "sleep" {
			o.done[th] = append(o.done[th], deed{at: at, kind: cause})
			return
		}
		if cause == "gc" {
			return
		}
	case "region-start", "region-end":
		if keys["object"] == "0" {
			return
		}
	case "monitor-wait", "monitor-enter", "monitor-exit":
		o.done[th] = append(o.done[th], deed{at: at, kind: "lock"})
		return
	case "start":
		work = keys["by"]
	case "wake":
		if o.state(about, at-1) != tracefeed.Suspended || o.waits[about] == "send" {
			return
		}
	}
	o.done[work] = append(o.done[work], deed{at: at, kind: "work"})
}

// ran is how long a thread ran from one time to another.
func (o *fullOracle) ran(thread string, from, to int64) tracefeed.Time {
	for id := range o.tl.Threads {
		if o.tl.Threads[id].ID == thread {
			s := o.tl.Lane(tracefeed.ThreadID(id)).Sum(tracefeed.Time(from), tracefeed.Time(to))
			return s[tracefeed.Running] + s[tracefeed.Unknown]
		}
	}
	return 0
}

// handfuls divides what a thread has taken from its present source into what it took one after the other.
func (o *fullOracle) handfuls(th string) (list []*handful) {
	var queue string
	var taken *deed // the last item
	var locked, slept bool
	var now *handful
	end := func(how string) {
		if now != nil {
			now.ending = how
		}
		now = nil
	}
	for _, d := range o.done[th] {
		same := d.queue == queue || slices.Contains(d.peers, d.queue) && slices.Contains(d.peers, queue)
		long := taken != nil && o.ran(th, taken.at, d.at) >= 10*tracefeed.Microsecond
		switch {
		case d.kind == "lock":
			locked = true
		case d.kind == "sleep":
			slept = true
		case d.kind == "none" && same && !long && !slept:
			end("kept")
		case d.kind == "none", d.kind == "work":
			end("work")
		default:
			switch {
			case !same:
				list, now = nil, nil
			case now == nil, slices.Equal(now.members(), []*piece{d.of}), !long && o.gathers[th]:
			case !locked && o.gathers[th]:
				now.items, now.open = nil, true
			default:
				end("work")
			}
			if now == nil {
				now = &handful{}
				list = append(list, now)
			}
			now.items = append(now.items, d)
			queue, taken, locked, slept = d.queue, &d, false, false
		}
	}
	return list
}

// gatherers returns the threads that take two items of a queue within less than 10 µs.
func (o *fullOracle) gatherers(text string) map[string]bool {
	type take struct{ thread, queue string }
	var all []take
	var times []int64
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		var at int64
		if n, _ := fmt.Sscanf(line, "%dns", &at); n == 0 || words[2] != "take" || strings.Contains(line, "what=") {
			continue
		}
		value := strings.TrimPrefix(words[len(words)-1], "value=")
		if value != words[len(words)-1] && value != "0" && o.state(words[1], at) != tracefeed.NotAlive {
			all, times = append(all, take{words[1], words[3]}), append(times, at)
		}
	}
	found := map[string]bool{}
	for i, a := range all {
		next := slices.IndexFunc(all[i+1:], func(b take) bool { return a.thread == b.thread })
		if next >= 0 && all[i+1+next] == a && times[i+1+next]-times[i] < 10_000 {
			found[a.thread] = true
		}
	}
	return found
}

// hand returns what a thread took last.
func (o *fullOracle) hand(th string) handful {
	if list := o.handfuls(th); len(list) > 0 {
		return *list[len(list)-1]
	}
	return handful{}
}

// worksFor returns the task for which a thread works that has just taken an item, nil for none.
func (o *fullOracle) worksFor(th string) *piece {
	kept, worked := 0, 0
	for _, h := range o.handfuls(th) {
		switch h.ending {
		case "kept":
			kept += len(h.items)
		case "work":
			worked++
		}
	}
	last := o.hand(th)
	members := last.members()
	if kept >= 32*(worked+1) && o.gathers[th] || len(members) > 1 && slices.Contains(members, nil) {
		return nil
	}
	if len(members) == 1 {
		return members[0]
	}
	var all []*piece
	for _, p := range members {
		of := p.members
		if of == nil {
			of = []*piece{p}
		}
		for _, m := range of {
			if !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	if top := o.top(th); top != nil && top.members != nil && len(last.items) > 2 && !slices.Contains(members, top) {
		top.members = all // a batch that grows
		return top
	}
	batch := &piece{kind: "batch", d: -1, begun: true, members: all}
	o.pieces = append(o.pieces, batch)
	return batch
}

// related reports whether two tasks are parts of the same, or of one and a batch with that.
func related(a, b *piece) bool {
	of := func(p *piece) (list []*piece) {
		for p.parent != nil {
			p = p.parent
		}
		list = []*piece{p}
		for _, m := range p.members {
			for m.parent != nil {
				m = m.parent
			}
			list = append(list, m)
		}
		return list
	}
	x, y := of(a), of(b)
	return slices.Contains(x, y[0]) || slices.Contains(y, x[0])
}

// isShared reports whether a call of one task has ever taken an item of another from a queue.
func (o *fullOracle) isShared(queue string) (shared bool) {
	put := 0
	for _, m := range o.moved {
		switch {
		case m.queue != queue || m.number == 0:
		case m.taken:
			shared = shared || m.foreign
		default:
			shared = shared && m.number > put // a lower number is that of a new queue
			put = m.number
		}
	}
	return shared
}

// randomBatchTrace returns a random trace of threads that begin tasks and put items into queues, and of
// others that take these, often several at once.
func randomBatchTrace(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("tiv-text 1\nframe send runtime.chansend1 chan.go:1\nstack send send\n" +
		"0ns A start\n1ns B start\n2ns V start\n3ns W start\n")
	var put, taken [2]int
	at, tasks, slow := int64(3), 0, rng.IntN(3) == 0
	add := func(format string, values ...any) {
		at += 1 + rng.Int64N(50)
		takes := strings.Contains(format, "take") && strings.Contains(format, "value")
		if slow && takes || rng.IntN(25) == 0 { // as long as work takes
			at += 10_000
		}
		fmt.Fprintf(&b, "%dns "+format+"\n", append([]any{at}, values...)...)
	}
	quiet := []string{"run", "ready", "suspend-start sleep", "suspend-end", "region-start x object=0"}
	seldom := []string{"monitor-exit L", "io-start disk", "suspend-start channel", "call-enter c0.m1", "call-exit c0.m1",
		"region-start x object=7", "region-end x object=7"}
	for range 60 + rng.IntN(100) {
		giver, taker := []string{"A", "B", "V"}[rng.IntN(8)/3], []string{"V", "W"}[rng.IntN(2)]
		q := rng.IntN(9) / 8
		switch rng.IntN(10) {
		case 0:
			add("%s call-enter c0.m0", giver)
		case 1:
			add("%s call-exit c0.m0", giver)
		case 2, 3, 4:
			put[q]++
			add("%s put object=%d value=%d", giver, q+1, put[q])
		case 5:
			add("%s %s", taker, quiet[rng.IntN(len(quiet))])
		case 6:
			switch rng.IntN(6) {
			case 0:
				add("%s %s", taker, seldom[rng.IntN(len(seldom))])
			case 1:
				add("A suspend-start channel%s", []string{"", " stack=send"}[rng.IntN(2)])
				add("%s wake A", taker)
			case 2:
				tasks++
				add("T%d start by=%s", tasks, taker)
			case 3:
				add("A take object=%d value=%d", q+1, taken[q]+1)
			case 4:
				add("%s take object=%d", taker, q+1)
				add("%s take object=%d", taker, 2-q)
			case 5:
				add("%s take object=%d", taker, q+1)
			}
		default:
			for range 1 + rng.IntN(3) {
				if taken[q] < put[q] {
					taken[q]++
					add("%s take object=%d value=%d", taker, q+1, taken[q])
				}
			}
			if rng.IntN(20) == 0 { // it keeps some
				for range 40 {
					put[q], taken[q] = put[q]+1, put[q]+1
					add("A put object=%d value=%d", q+1, put[q])
					add("W take object=%d value=%d", q+1, taken[q])
					if rng.IntN(3) > 0 {
						add("W take object=%d", q+1)
					}
				}
				add("W take object=%d", q+1)
			}
		}
	}
	return b.String()
}

// TestBatches compares the rules of batches with the oracle.
func TestBatches(t *testing.T) {
	t.Parallel()
	defs := definition.List{{Name: "type0", Method: "m0"}, {Name: "type1", Method: "m1"}}
	var c tally
	for seed := range oracle.Seeds(700) {
		rng := rand.New(rand.NewPCG(seed, 6))
		c.compare(t, seed, randomBatchTrace(rng), defs, 1+rng.IntN(40))
	}
	if least := oracle.Least(100_000); c.took < least || c.batches < least {
		t.Errorf("%+v ns of work, want more", c)
	}
}
