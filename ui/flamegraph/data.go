package flamegraph

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"tiv/command"
	"tiv/execution"
	"tiv/internal/background"
	"tiv/report"
	"tiv/report/flame"
	"tiv/scene/view"
	"tiv/session"
	"tiv/tracefeed"
)

// flameChoices are the choices of states, in their order.
var flameChoices = [...]struct{ name, help string }{
	command.FlameAll:     {"All states", "Counts all time: where the threads were."},
	command.FlameWaiting: {"Waiting", "Counts blocking, IO and suspended time: where the threads waited."},
	command.FlameRunning: {"Running", "Counts running time: where the threads computed."},
}

// flameData computes what the panel shows, in the background: the call tree of threads, its
// graph in some states, and what a search finds in that.
type flameData struct {
	tree   background.Latest[session.FlameKey, *execution.Tree]
	graph  background.Latest[graphKey, *flame.Graph]
	search background.Latest[searchKey, flameHits]
}

// graphKey is the input of a graph; without a function it is that of all.
type graphKey struct {
	tree     *execution.Tree
	states   command.FlameStates
	function string
}

// marks are the functions of a graph that process events.
type marks struct {
	graph *flame.Graph
	of    *view.Functions
	list  []bool // by function
}

// update marks functions of a graph, unless that is done.
func (m *marks) update(g *flame.Graph, of *view.Functions) {
	if m.graph == g && m.of == of {
		return
	}
	*m = marks{graph: g, of: of}
	if of != nil {
		m.list = make([]bool, len(g.Tree.Functions))
		for i, name := range g.Tree.Functions {
			m.list[i] = of.Has(name)
		}
	}
}

// searchKey is the input of a search: the name of a function, or a part of names.
type searchKey struct {
	graph *flame.Graph
	text  string
}

// flameHits is what a search found.
type flameHits struct {
	functions []bool         // by function
	time      tracefeed.Time // with at least one of them on the stack
}

// Close ends all work.
func (d *flameData) Close() {
	d.tree.Close()
	d.graph.Close()
	d.search.Close()
}

// reset drops everything.
func (d *flameData) reset() {
	d.tree.Reset()
	d.graph.Reset()
	d.search.Reset()
}

// pause stops all work.
func (d *flameData) pause() {
	d.tree.Pause()
	d.graph.Pause()
	d.search.Pause()
}

// Busy reports whether something is being computed.
func (d *flameData) Busy() bool {
	_, tree := d.tree.Running()
	_, graph := d.graph.Running()
	_, search := d.search.Running()
	return tree || graph || search
}

// update requests the tree, and the graph and search of the last one.
func (d *flameData) update(key session.FlameKey, tree background.Func[*execution.Tree], show *command.FlameGraph, wake func()) {
	d.tree.Update(key, tree, wake)
	if !d.tree.Present {
		return
	}
	of := graphKey{d.tree.Value, show.States, show.Function}
	d.graph.Update(of, func(context.Context, func(float64)) (*flame.Graph, error) {
		return session.FlameGraph(of.tree, of.states, of.function), nil
	}, wake)
	if d.graph.Present {
		in := searchKey{d.graph.Value, strings.TrimSpace(show.Find)}
		d.search.Update(in, func(context.Context, func(float64)) (flameHits, error) { return in.find(), nil }, wake)
	}
}

// find searches the names of functions.
func (k *searchKey) find() (hits flameHits) {
	if k.text == "" {
		return hits
	}
	hits.functions = make([]bool, len(k.graph.Tree.Functions))
	exact, part := slices.Contains(k.graph.Tree.Functions, k.text), strings.ToLower(k.text)
	for i, name := range k.graph.Tree.Functions {
		hits.functions[i] = exact && name == k.text || !exact && strings.Contains(strings.ToLower(name), part)
	}
	waiting := []int32{0}
	for len(waiting) > 0 {
		p := &k.graph.Paths[waiting[len(waiting)-1]]
		waiting = waiting[:len(waiting)-1]
		if p.Depth > 0 && hits.functions[p.Node.Function] {
			hits.time += p.Total.Alive()
		} else {
			waiting = append(waiting, p.Children...)
		}
	}
	return hits
}

// flameSpot is a place in the panel: a function with its callers and callees, or a call path
// of the whole graph that fills the panel.
type flameSpot struct {
	function string
	zoom     []string // as in command.FlameGraph
}

// spotOf returns the place that a flame graph shows.
func spotOf(f *command.FlameGraph) flameSpot { return flameSpot{f.Function, f.Zoom} }

// is reports whether two places are the same.
func (s *flameSpot) is(other flameSpot) bool {
	return s.function == other.function && slices.Equal(s.zoom, other.zoom)
}

// whole reports whether all code is shown.
func (s *flameSpot) whole() bool { return s.function == "" && len(s.zoom) == 0 }

// path returns the path of a spot in a graph, as far as that has it.
func (s *flameSpot) path(g *flame.Graph) (at int32) {
	if s.function != "" {
		return 0
	}
	for _, step := range s.zoom {
		i := slices.IndexFunc(g.Paths[at].Children, func(c int32) bool { return stepAt(g, c) == step })
		if i < 0 {
			return at
		}
		at = g.Paths[at].Children[i]
	}
	return at
}

// stepAt returns the call at the end of a path, as in command.FlameGraph.
func stepAt(g *flame.Graph, path int32) string {
	name := functionAt(g, path)
	if g.Paths[path].Node.Evidence == execution.Sampled {
		name += command.SampledCall
	}
	return name
}

// functionAt returns the function at the end of a path.
func functionAt(g *flame.Graph, path int32) string {
	return g.Tree.Functions[g.Paths[path].Node.Function]
}

// stepsTo returns the steps to a path.
func stepsTo(g *flame.Graph, path int32) (steps []string) {
	for ; path > 0; path = g.Paths[path].Parent {
		steps = append(steps, stepAt(g, path))
	}
	slices.Reverse(steps)
	return steps
}

// describe describes a graph and its interval.
func (k *graphKey) describe(g *flame.Graph) string {
	parts := []string{fmt.Sprintf("%v of threads, added up", g.Paths[0].Total.Alive())}
	if k.states != command.FlameAll {
		parts[0] = strings.ToLower(flameChoices[k.states].name) + ": " + parts[0]
	}
	return strings.Join(append(parts, cmp.Or(report.WithoutCode(k.tree), "all time has code")), " · ")
}
