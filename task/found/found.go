// Package found makes tasks of the handlers that package handler finds: each call of one begins a
// task.
//
// A trace goes in; definitions of tasks, and an index of tasks, come out. Handlers are found
// without calls; tasks need calls in the trace.
package found

import (
	"context"
	"strings"

	"tiv/handler"
	"tiv/interaction/groups"
	"tiv/task"
	"tiv/task/definition"
	"tiv/timeline"
)

// Type is the type of the definitions, by which they are switched on and off.
const Type = "FOUND"

// Definitions returns a definition for each function that was found in a trie and that begins
// events of its own. Tasks have the short name of the function or, if several have it, the
// whole one. A function without a name, or known by an address, has none.
func Definitions(trie *handler.Trie, all []handler.Found) (list definition.List) {
	var functions []string
	short, known := map[string]int{}, map[string]bool{}
	for _, f := range trie.Outermost(all) {
		if !known[f.Function] { // it can be a callback and a handler
			known[f.Function] = true
			functions = append(functions, f.Function)
			short[groups.ShortFunction(f.Function)]++
		}
	}
	for _, f := range functions {
		d, ok := definition.OfFunction(f)
		if !ok || strings.Contains(f, "+0x") { // an address, in code without symbols
			continue
		}
		if d.Name, d.Type = groups.ShortFunction(f), Type; short[d.Name] > 1 {
			d.Name = f
		}
		list = append(list, d)
	}
	return list
}

// Handlers is what was found in the stacks of a trace.
type Handlers struct {
	*handler.Trace
	Found []handler.Found
}

// Find finds handlers. Once ctx is done, it returns its error.
func Find(ctx context.Context, tl *timeline.Timeline, o handler.Options, th handler.Thresholds) (h Handlers, err error) {
	if h.Trace = handler.New(ctx, tl, o); h.Trace == nil {
		return h, ctx.Err()
	}
	h.Found = h.Trace.Find(th)
	return h, nil
}

// Definitions returns the definitions of tasks by the handlers.
func (h *Handlers) Definitions() definition.List { return Definitions(h.Trie, h.Found) }

// Build returns the tasks by handlers alone, in place of an index without tasks. Their Definition
// is an index into Definitions.
func (h *Handlers) Build(ctx context.Context, tl *timeline.Timeline, o task.Options, without *task.Index) (*task.Index, error) {
	o.Definitions = h.Definitions()
	x, err := task.Build(ctx, tl, o)
	if err != nil {
		return nil, err
	}
	x.Found, x.Unmatched = true, without.Unmatched // those of the user
	return x, nil
}
