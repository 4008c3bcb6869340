package scene

import (
	"slices"

	"tiv/interaction"
	"tiv/lod"
	"tiv/scene/shape"
	"tiv/tracefeed"
)

// linkInput is the input of links made of pairs. It is independent of the
// picture, so that another goroutine can make the links.
type linkInput struct {
	density lod.Density
	signals bool
	// ends are the endpoints of links, endOf the index of each thread's endpoint,
	// -1 for none.
	ends  []linkInputEnd
	endOf []int32
}

// linkInputEnd is the part of an endpoint that links depend on.
type linkInputEnd struct {
	thread  tracefeed.ThreadID
	threads int
	pick    shape.PickID
}

// input returns the input of the graph's links.
func (g *linkGraph) input() linkInput {
	in := linkInput{density: g.Density, signals: g.Look.Signals, ends: make([]linkInputEnd, len(g.ends)),
		endOf: slices.Repeat([]int32{-1}, len(g.Timeline.Threads))}
	for i := range g.ends {
		e := &g.ends[i]
		in.ends[i] = linkInputEnd{e.thread, e.threads, e.pick}
	}
	for t, slot := range g.Layout.SlotOf {
		if int(t) < len(in.endOf) {
			in.endOf[t] = g.endOf[slot]
		}
	}
	return in
}

func (in *linkInput) same(other *linkInput) bool {
	return in.density == other.density && in.signals == other.signals && slices.Equal(in.ends, other.ends) &&
		slices.Equal(in.endOf, other.endOf)
}

// links appends the links made of pairs. A link between clusters merges several
// pairs.
func (in *linkInput) links(m *pairCache, all []Link) []Link {
	index := newLinkIndex(len(in.ends))
	for i := range m.pairs {
		pair := &m.pairs[i]
		if pair.Kind == interaction.Signal && !in.signals {
			continue
		}
		a, b := in.endOf[pair.Blocked], in.endOf[pair.Blocker]
		if a < 0 || b < 0 {
			continue
		}
		from, to := &in.ends[a], &in.ends[b]
		i, known := len(all), false
		if from.threads > 1 || to.threads > 1 {
			i, known = index.find(a, b, pair.Kind, len(all))
		}
		if !known {
			all = append(all, Link{Kind: pair.Kind, Blocked: from.thread, Blocker: to.thread, Waits: from.pick, Holds: to.pick,
				Monitor: pair.Monitor, Single: m.single, From: m.reached, To: m.to, blocked: int(a), blocker: int(b)})
		}
		all[i].add(pair)
		if to.threads > 1 {
			all[i].noteHub(pair, m.hubs)
		}
	}
	return all
}
