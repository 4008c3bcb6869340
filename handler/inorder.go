package handler

import (
	"context"
	"maps"
	"slices"

	"tiv/execution"
	"tiv/timeline"
	"tiv/tracefeed"
)

// flow fills a flow. waits says that the trace has stacks of waits: then amounts are times, and a sample
// counts as the default tick. It returns nil once ctx is done.
func (o *Options) flow(ctx context.Context, tl *timeline.Timeline, f *flowBuilder, waits bool) *flow {
	s := findSpawns(ctx, tl, f, o.From, o.To)
	f.length = o.To - o.From
	if f.timed = waits; waits {
		f.inTime(ctx, tl, o.query(tl), s)
	} else {
		f.ofSamples(ctx, tl, o.query(tl), s)
	}
	if ctx.Err() != nil {
		return nil
	}
	for _, t := range slices.Sorted(maps.Keys(s.by)) {
		s.upTo(f, tl, t, o.To)
	}
	for t, last := range f.last {
		if last > 0 {
			if _, end := tl.Lane(tracefeed.ThreadID(t)).Life(); end >= o.To {
				f.spots[last-1].open++
			}
		}
	}
	return f.flow
}

// inTime adds waits with their stacks, measured calls, and samples of what is between them.
func (f *flowBuilder) inTime(ctx context.Context, tl *timeline.Timeline, q execution.Query, s *spawns) {
	unit := int64(tick(q.From, q.To))
	nodes, functions := []int32{-1}, []int32(nil) // of the paths
	execution.EachSighting(ctx, tl, q, func(p *execution.Paths, x *execution.Sighting) {
		for i := len(functions); i < len(p.Functions); i++ {
			functions = append(functions, f.builder.Function(p.Functions[i], f.split))
		}
		for i := len(nodes); i < len(p.Nodes); i++ {
			nodes = append(nodes, f.node(nodes[p.Nodes[i].Parent], functions[p.Nodes[i].Function]))
		}
		s.upTo(f, tl, x.Thread, x.Start)
		if n := nodes[x.Path]; n >= 0 {
			amount := int64(x.End - x.Start)
			if amount == 0 {
				amount = unit
			}
			f.sees(x.Thread, f.spot(n, x.State, x.Cause), x.Start, x.End, amount)
		}
	})
}

// ofSamples adds samples.
func (f *flowBuilder) ofSamples(ctx context.Context, tl *timeline.Timeline, q execution.Query, s *spawns) {
	nodes := make([]int32, len(tl.Stacks)) // by stack, 0: not yet looked up, from 1 on
	weighted := tl.Header.Kind == tracefeed.Sampled
	execution.EachSample(ctx, tl, q, func(x execution.Sample) {
		if x.Thread == tracefeed.NoThread || len(tl.Stacks[x.Stack]) == 0 {
			return
		}
		if nodes[x.Stack] == 0 { // or a stack without such a node
			nodes[x.Stack] = f.ofStack(tl, x.Stack) + 1
		}
		s.upTo(f, tl, x.Thread, x.Time)
		if nodes[x.Stack] == 0 {
			return
		}
		amount := int64(1)
		if weighted {
			amount = max(1, x.Weight)
		}
		f.sees(x.Thread, f.spot(nodes[x.Stack]-1, x.State, tracefeed.NoCause), x.Time, x.Time, amount)
	})
}
