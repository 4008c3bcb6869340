package execution

import (
	"maps"
	"slices"

	"tiv/block"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Growth adds up the calls of a trace page by page, as NewTree does, and reports sightings. It can
// go on with the pages of a later snapshot. It belongs to one goroutine.
//
// Its memory grows with the distinct call paths of the trace, and, where calls are measured, with
// those of the threads that are alive at once.
type Growth struct {
	walk   *treeWalk
	merger *merger
	paths  *Paths
	seen   func(*Paths, *Sighting)
	s      Sighting // one for all, because it escapes
	// measured says that a page had measured calls, settled that Settle had an effect.
	measured, settled bool
}

// NewGrowth returns a growth without pages. It calls seen, which may be nil, for each sighting, those of
// a thread in order of time. The paths are valid, and grow, until the growth is not used any more; a
// sighting is valid until seen returns. What a thread does between two stacks is not known, and no
// sighting; calls without an entry are left out.
//
// The query has no sets besides Within.
func NewGrowth(tl *timeline.Timeline, q Query, seen func(*Paths, *Sighting)) *Growth {
	w := newTreeWalk(tl, q, nil, nil)
	w.grows = true
	g := &Growth{}
	g.bind(w, &merger{tree: &Tree{Nodes: []Node{{Parent: -1}}, From: w.from, To: w.to}, index: map[pathKey]int32{}}, seen)
	return g
}

// bind sets what a growth works with.
func (g *Growth) bind(w *treeWalk, m *merger, seen func(*Paths, *Sighting)) {
	g.walk, g.merger, g.seen = w, m, seen
	g.paths = &Paths{Nodes: []Node{{Parent: -1}}, index: map[pathKey]int32{}}
	m.functions = w.functions
	if w.called, w.done = m.longest, m.add; seen != nil {
		w.seen = g.report
	}
}

// report reports a sighting.
func (g *Growth) report(c *threadCode, node int32, p piece) {
	if c.within != nil && !covers(c.within.list, p.start, p.end) {
		return
	}
	g.paths.Functions = g.walk.functions.names
	g.s = Sighting{c.thread, p.start, p.end, p.state, p.cause, c.counted(p), c.global(g.paths, node)}
	g.seen(g.paths, &g.s)
}

// Follow continues with a later snapshot, and the same query for it.
func (g *Growth) Follow(tl *timeline.Timeline, q Query) {
	w := g.walk
	w.tl, w.q, w.to = tl, q, min(q.To, tl.End)
	g.merger.tree.To = w.to
	w.functions.grow(len(tl.Names), len(tl.Frames))
}

// grow makes room for the names and frames of a later snapshot.
func (f *functions) grow(names, frames int) {
	f.ofName = append(f.ofName, make([]int32, max(0, names-len(f.ofName)))...)
	f.ofFrame = append(f.ofFrame, make([]int32, max(0, frames-len(f.ofFrame)))...)
}

// Page adds the next page. It returns false if the page begins to measure calls although Settle has forgotten how
// threads came to be where they are: then the caller has to begin anew, without Settle.
func (g *Growth) Page(p *timeline.Page) bool {
	g.measured = g.measured || hasKind(p, tracefeed.CallEnter, tracefeed.CallExit) ||
		slices.ContainsFunc(p.OpenCalls, func(o block.OpenCalls) bool { return len(o.Calls) > 0 || o.MoreCalls > 0 })
	g.walk.page(p)
	return !g.measured || !g.settled
}

// Paths returns the number of call paths of the threads that are alive, each with its own.
func (g *Growth) Paths() (n int) {
	for _, c := range g.walk.threads {
		n += len(c.tree.nodes)
	}
	return n
}

// Settle adds the calls of the threads that are alive to those of the others, and forgets their paths. Where
// calls are measured, it does nothing: there an exit can tell what was around all before.
func (g *Growth) Settle() {
	if g.measured {
		return
	}
	g.settled = true
	for _, t := range slices.Sorted(maps.Keys(g.walk.threads)) {
		c := g.walk.threads[t]
		if len(c.tree.nodes) == c.kept && !c.tree.counts() {
			continue
		}
		g.merger.add(t, c)
		c.keepCounted(g.merger)
		for i := range c.tree.nodes {
			n := &c.tree.nodes[i]
			n.Calls, n.Self, n.Between = 0, tracefeed.StateTimes{}, 0
		}
		c.compact()
		c.globals = nil
	}
}

// counts reports whether a node has calls or time.
func (t *pathTree) counts() bool {
	return slices.ContainsFunc(t.nodes, func(n Node) bool { return n.Calls != 0 || n.Self != tracefeed.StateTimes{} })
}

// Fork returns a copy that grows by itself, and calls seen for its sightings.
func (g *Growth) Fork(seen func(*Paths, *Sighting)) *Growth {
	w := *g.walk
	w.functions = w.functions.clone()
	w.threads = make(map[tracefeed.ThreadID]*threadCode, len(w.threads))
	for t, c := range g.walk.threads {
		w.threads[t] = c.fork(&w)
	}
	m := *g.merger
	tree := *m.tree
	tree.Nodes, tree.Longest, tree.ThreadsIn = slices.Clone(tree.Nodes), slices.Clone(tree.Longest), slices.Clone(tree.ThreadsIn)
	m.tree, m.index, m.nodes, m.seenIn = &tree, maps.Clone(m.index), nil, slices.Clone(m.seenIn)
	f := &Growth{measured: g.measured, settled: g.settled}
	f.bind(&w, &m, seen)
	return f
}

// Tree ends all calls, and returns them, without the sums of threads. The growth must not be used any
// more.
func (g *Growth) Tree() *Tree {
	g.walk.finish()
	t := g.merger.tree
	t.Counts, t.Functions = g.walk.counts, g.merger.functions.names
	g.merger.grow(len(t.Functions))
	return t
}

func (f *functions) clone() *functions {
	return &functions{names: slices.Clip(f.names), byName: maps.Clone(f.byName), ofName: slices.Clone(f.ofName),
		ofFrame: slices.Clone(f.ofFrame)}
}

// fork returns a copy of the code of a thread, for the copy of a walk.
func (c *threadCode) fork(w *treeWalk) *threadCode {
	f := *c
	f.walk = w
	t := &f.tree
	t.nodes, t.depths, t.latest, t.index = slices.Clone(t.nodes), slices.Clone(t.depths), slices.Clone(t.latest), maps.Clone(t.index)
	f.calls.Calls, f.calls.Regions = slices.Clone(c.calls.Calls), slices.Clone(c.calls.Regions)
	f.path, f.starts, f.between = slices.Clone(c.path), slices.Clone(c.starts), slices.Clone(c.between)
	f.globals = nil // the copy has paths of its own
	f.countedIn = maps.Clone(c.countedIn)
	if c.within != nil {
		within := *c.within
		f.within = &within
	}
	return &f
}
