package scene

import (
	"slices"

	"tiv/interaction"
	"tiv/lod"
	"tiv/tracefeed"
)

// linkInput is the input of links made of pairs. It is independent of the
// picture, so that another goroutine can make the links.
type linkInput struct {
	level   lod.Level
	signals bool
	// ends are the ends of links, by the numbers in of: the end of each thread,
	// -1 for none.
	ends []linkInputEnd
	of   []int32
}

// linkInputEnd is the part of an end that links depend on.
type linkInputEnd struct {
	thread  tracefeed.ThreadID
	threads int
	pick    PickID
}

// linkInput returns the input of the picture's links.
func (p *picture) linkInput() linkInput {
	g := linkInput{level: p.level, signals: p.look.Signals, ends: make([]linkInputEnd, len(p.ends.list)),
		of: slices.Repeat([]int32{-1}, len(p.tl.Threads))}
	for i := range p.ends.list {
		e := &p.ends.list[i]
		g.ends[i] = linkInputEnd{e.thread, e.threads, e.pick}
	}
	for t, slot := range p.l.slotOf {
		if int(t) < len(g.of) {
			g.of[t] = p.ends.of[slot]
		}
	}
	return g
}

func (g *linkInput) same(other *linkInput) bool {
	return g.level == other.level && g.signals == other.signals && slices.Equal(g.ends, other.ends) && slices.Equal(g.of, other.of)
}

// links appends the links made of pairs. A link between clusters merges several
// pairs.
func (g *linkInput) links(m *pairCache, all []Link) []Link {
	index := newLinkIndex(len(g.ends))
	for i := range m.pairs {
		pair := &m.pairs[i]
		if pair.Kind == interaction.Signal && !g.signals {
			continue
		}
		a, b := g.of[pair.Blocked], g.of[pair.Blocker]
		if a < 0 || b < 0 {
			continue
		}
		from, to := &g.ends[a], &g.ends[b]
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
