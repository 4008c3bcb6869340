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

// linkIndex finds the link between two ends. It is a table if there are few
// ends, because a frame looks up a million pairs.
type linkIndex struct {
	ends  int
	table []int32        // from 1; nil if there are too many ends
	index map[uint64]int // used instead of table then
}

// maxTable is the largest size of the table.
const maxTable = 1 << 20

// newLinkIndex returns the index of links between some ends, fewer than 1<<24.
func newLinkIndex(ends int) *linkIndex {
	x := &linkIndex{ends: ends}
	if 2*ends*ends <= maxTable {
		x.table = make([]int32, 2*ends*ends)
	} else {
		x.index = map[uint64]int{}
	}
	return x
}

// find returns the number of the link from an end to another. If there is none,
// it records next as its number.
func (x *linkIndex) find(from, to int32, kind interaction.Kind, next int) (i int, known bool) {
	if x.table != nil {
		at := &x.table[(int(from)*x.ends+int(to))*2+int(kind)]
		if known = *at > 0; !known {
			*at = int32(next + 1)
		}
		return int(*at) - 1, known
	}
	key := uint64(from)<<32 | uint64(to)<<8 | uint64(kind)
	if i, known = x.index[key]; !known {
		i, x.index[key] = next, next
	}
	return i, known
}
