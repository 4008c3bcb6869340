package handler

import (
	"context"
	"slices"

	"tiv/execution"
	"tiv/timeline"
	"tiv/tracefeed"
)

// reading reads the pages of a trace: it adds up samples, calls, and what threads do one after another.
//
// Where a trace has the stacks of waits, or no samples, the flow has what calls tell, with its time; otherwise it
// has the samples. Which one it is can change with a later page. Then the reading begins anew.
type reading struct {
	o  *Options
	tl *timeline.Timeline
	// from and to are the interval, within the trace.
	from, to tracefeed.Time
	split    *Split
	builder  *Builder // its trie has the functions, until the end
	sampled  *sampled
	// flow is nil by the rules of the paper.
	flow *spawns
	// timed says that the flow is in time; code adds up the calls then, or else is nil.
	timed bool
	code  *execution.Growth
	// ofPath and ofName are the nodes and the functions of the paths of code, ofStack the nodes of stacks of samples from
	// 1 on, 0 for those not yet looked up or without a node.
	ofPath, ofName, ofStack []int32
	pages                   int                 // read so far
	progress                func(share float64) // can be nil
	keeps                   bool                // calls are not settled, because some are measured later
}

// newReading returns a reading without pages.
func newReading(o *Options, tl *timeline.Timeline, split *Split, timed bool) *reading {
	r := &reading{o: o, builder: NewBuilder(1), sampled: &sampled{o: o}, timed: timed}
	if !o.Paper {
		r.flow = newSpawns(newFlowBuilder(r.builder, split), tl, o)
		r.flow.timed = timed
	}
	r.follow(tl, split)
	if timed {
		r.code = execution.NewGrowth(tl, o.query(tl), r.sight())
	}
	return r
}

// sight returns the function that adds sightings to the flow; nil if there is none, or it has samples.
func (r *reading) sight() func(*execution.Paths, *execution.Sighting) {
	r.ofPath, r.ofName = []int32{-1}, nil
	if !r.timed || r.flow == nil {
		return nil
	}
	return r.addSighting
}

// follow continues with a later snapshot.
func (r *reading) follow(tl *timeline.Timeline, split *Split) {
	r.tl, r.split = tl, split
	r.from, r.to = r.o.interval(tl)
	r.sampled.follow(tl, r.from, r.to)
	r.ofStack = append(r.ofStack, make([]int32, len(tl.Stacks)-len(r.ofStack))...)
	if r.flow != nil {
		r.flow.tl, r.flow.from, r.flow.to = tl, r.from, r.to
		r.flow.flowBuilder.follow(split, len(tl.Threads))
	}
	if r.code != nil {
		r.code.Follow(tl, r.o.query(tl))
	}
}

// mostPaths is the number of call paths of threads that are alive from which they are added to the others: 40 MB.
const mostPaths = 1 << 18

// read reads pages, those from number first to end (exclusive), as far as they are in the interval. It returns
// false if the reading has to begin anew.
func (r *reading) read(ctx context.Context, end int) bool {
	ok := true
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	f := func(p *timeline.Page) {
		if r.progress != nil && r.to > r.from {
			r.progress(min(max(float64(p.End-r.from)/float64(r.to-r.from), 0), 1))
		}
		if ok = ok && r.page(p); !ok {
			stop()
		} else if r.pages++; r.code != nil && r.code.Paths() > mostPaths {
			r.settle()
		}
	}
	if r.o.bounded() {
		r.tl.EachPage(ctx, r.from, r.to, f)
	} else {
		r.tl.EachNumberedPage(ctx, r.pages, end, f)
	}
	return ok
}

// settle bounds the memory for calls.
func (r *reading) settle() {
	if r.code != nil && !r.keeps {
		r.code.Settle()
	}
}

// again returns a reading without pages that suits what was read.
func (r *reading) again() *reading {
	waits := r.sampled.waits
	n := newReading(r.o, r.tl, r.split, waits || r.timed && r.sampled.number == 0)
	n.keeps, n.sampled.waits = r.keeps, waits
	return n
}

// page adds a page. It returns false if the reading has to begin anew.
func (r *reading) page(p *timeline.Page) bool {
	if r.flow != nil {
		r.flow.page(p)
	}
	add := r.addSample
	if r.timed || r.flow == nil {
		add = nil
	}
	r.sampled.page(p, add)
	if r.timed && !r.sampled.waits && r.sampled.number > 0 || !r.timed && r.sampled.waits {
		return false
	}
	if r.code != nil && !r.code.Page(p) {
		r.keeps = true
		return false
	}
	return true
}

// addSighting adds a wait with its stack, a time in measured calls, or a sample of what is between them.
func (r *reading) addSighting(p *execution.Paths, x *execution.Sighting) {
	for i := len(r.ofName); i < len(p.Functions); i++ {
		r.ofName = append(r.ofName, r.builder.Function(p.Functions[i], r.split))
	}
	for i := len(r.ofPath); i < len(p.Nodes); i++ {
		r.ofPath = append(r.ofPath, r.flow.node(r.ofPath[p.Nodes[i].Parent], r.ofName[p.Nodes[i].Function]))
	}
	n := r.ofPath[x.Path]
	if n < 0 {
		r.flow.upTo(x.Thread, x.Start)
		return
	}
	spot := r.flow.spot(n, x.State, x.Cause)
	if x.Start == x.End {
		r.flow.spots[spot].moments++
	}
	r.flow.sees(x.Thread, spot, x.Start, x.End, int64(x.Counted))
}

// addSample adds a sample.
func (r *reading) addSample(ev *tracefeed.Event, state tracefeed.State) {
	if len(r.tl.Stacks[ev.Stack]) == 0 {
		return
	}
	if r.ofStack[ev.Stack] == 0 {
		r.ofStack[ev.Stack] = r.flow.flowBuilder.ofStack(r.tl, ev.Stack) + 1
	}
	if r.ofStack[ev.Stack] == 0 {
		r.flow.upTo(ev.Thread, ev.Time)
		return
	}
	spot := r.flow.spot(r.ofStack[ev.Stack]-1, state, tracefeed.NoCause)
	r.flow.sees(ev.Thread, spot, ev.Time, ev.Time, r.sampled.weight(ev))
}

// fork returns a copy that reads on by itself.
func (r *reading) fork() *reading {
	f := *r
	f.sampled = r.sampled.clone()
	f.builder = r.builder.fork()
	f.ofStack = slices.Clone(r.ofStack)
	if r.flow != nil {
		f.flow = r.flow.fork(r.flow.flowBuilder.fork(f.builder))
	}
	if r.code != nil {
		f.code = r.code.Fork(f.sight())
	}
	return &f
}

// trace returns the trace that was read. The reading must not be used any more.
func (r *reading) trace() *Trace {
	x := &Trace{paper: r.o.Paper}
	if r.code != nil {
		x.calls = r.code.Tree()
	}
	b, instants := r.builder, r.sampled.instants
	if r.sampled.asTheyAre(r.o.Paper) || x.calls == nil {
		r.sampled.addTo(b, r.split)
	} else {
		b.trie.Unit = int64(max(2, r.o.tick(r.from, r.to)))
		x.Tree, instants = x.calls, int64(r.to-r.from)
		addTree(b, x.Tree, r.split)
	}
	if r.flow != nil {
		r.flow.finish()
		x.flow = r.flow.flowBuilder.finish(r.tl, r.from, r.to)
	}
	x.Trie = b.Trie()
	x.Instants, x.Length = instants, int64((r.to-r.from)/tracefeed.Millisecond)
	return x
}
