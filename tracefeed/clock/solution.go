package clock

import (
	"cmp"
	"slices"
)

// Solution is the corrections of all machines.
type Solution struct {
	model   Model
	members []*member
	// EarlyEffects is the number of messages that are received before they are sent, by the
	// corrected times. Messages that others imply do not count.
	EarlyEffects int
}

// member is a machine in a group.
type member struct {
	root, parent Machine
	*Link
	// jagged: the correction is the middle of the range, in as many pieces as that has. It is the one
	// at which no effect precedes its cause, if there is one. A clock with steps has none.
	jagged bool
	shift  *Time // of the group
}

// span returns the range of the offset to the root at a time.
func (m *member) span(t Time) span {
	if m.Link == nil {
		return span{} // it is the root
	}
	return m.offsets.at(t)
}

// offset returns the offset to the root at a time.
func (m *member) offset(t Time) Time {
	switch {
	case m.Link == nil:
		return 0
	case m.jagged:
		return m.offsets.at(t).middle()
	}
	return m.curve.at(t)
}

// Solve relates all clocks to that of a reference.
//
//  1. Dijkstra's search finds the ways to the reference with the least sums of bounds.
//  2. The range of the offset of each machine is that which all messages with others allow,
//     by the ranges of those. It is computed again until no range changes.
//  3. Each correction runs near the middle of its range. If it makes the effect of a message
//     precede its cause, both machines take the middle itself: there, as at both ends of
//     all ranges, none does.
//
// Machines without messages in both directions on the way to the reference form groups. Each has
// a reference of its own, whose relation to the first one is the prior one, as far as
// messages allow that.
func (n *Network) Solve(reference Machine) *Solution {
	s := &Solution{model: n.model, members: make([]*member, len(n.machines))}
	near := n.neighbours()
	for root, ok := reference, len(n.machines) > 0; ok; root, ok = s.unplaced() {
		group := n.group(s, near, root)
		n.narrow(s, near, group)
		for _, m := range group[1:] {
			s.members[m].Settle(n.machines[m].last)
		}
		if root != reference {
			s.shift(n, near, group, n.machines[root].prior-n.machines[reference].prior)
		}
	}
	for s.smooth(n) {
	}
	return s
}

// unplaced returns the first machine without a group.
func (s *Solution) unplaced() (Machine, bool) {
	i := slices.Index(s.members, nil)
	return Machine(i), i >= 0
}

// neighbours returns the pairs of each machine, in the order of the other machines.
func (n *Network) neighbours() [][]*pair {
	near := make([][]*pair, len(n.machines))
	for _, p := range n.pairs {
		near[p.a], near[p.b] = append(near[p.a], p), append(near[p.b], p)
	}
	for m := range near {
		slices.SortFunc(near[m], func(p, q *pair) int { return cmp.Compare(p.other(Machine(m)), q.other(Machine(m))) })
	}
	return near
}

// other returns the other machine of a pair.
func (p *pair) other(m Machine) Machine { return p.a + p.b - m }

// edge is a step of the search for the most accurate way to a root.
type edge struct {
	to, from Machine
	bound    Time // of the whole way
}

// group places the machines with a way to the root, in the order of the bounds of their ways.
func (n *Network) group(s *Solution, near [][]*pair, root Machine) (group []Machine) {
	shift := new(Time)
	open := []edge{{root, root, 0}}
	for len(open) > 0 {
		e := slices.MinFunc(open, func(a, b edge) int { return cmp.Compare(a.bound, b.bound) })
		open = slices.DeleteFunc(open, func(o edge) bool { return o.to == e.to })
		m := &member{root: root, parent: e.from, shift: shift}
		if e.to != root {
			m.Link = newLink(Model{MaxDrift: n.model.MaxDrift}, 0)
		}
		s.members[e.to] = m
		group = append(group, e.to)
		for _, p := range near[e.to] {
			if to, b := p.other(e.to), n.bound(p); s.members[to] == nil && b != Unknown {
				open = append(open, edge{to, e.to, e.bound + min(b, far/Time(len(n.machines)))})
			}
		}
	}
	return group
}

// maxRounds is the greatest number of times that a range is computed. Ranges are true after each
// one; contradictory messages can narrow them without end.
const maxRounds = 32

// narrow computes the ranges of a group, each again after those of its neighbours have changed.
func (n *Network) narrow(s *Solution, near [][]*pair, group []Machine) {
	stale := make([]bool, len(n.machines))
	for _, m := range group {
		stale[m] = true
	}
	for range maxRounds {
		for _, m := range group[1:] {
			if !stale[m] {
				continue
			}
			stale[m] = false
			if !n.narrowOne(s, near[m], m) {
				continue
			}
			for _, p := range near[m] {
				stale[p.other(m)] = true
			}
		}
	}
}

// evidence is a limit of the offset of a machine, by a message with another one.
type evidence struct {
	limit
	upper bool
}

// narrowOne computes the range of a machine by those of the others. It returns false if
// nothing changes.
func (n *Network) narrowOne(s *Solution, near []*pair, m Machine) bool {
	to := s.members[m]
	var all []evidence
	to.messages = 0
	for _, p := range near {
		by := s.members[p.other(m)]
		if by == nil || by.root != to.root {
			continue
		}
		to.messages += p.messages
		delay, _ := n.model.delay(&p.fastest)
		if p.other(m) == to.parent {
			to.fastest = p.fastest
		}
		for x := range p.each {
			if e, ok := by.limits(x, m, delay); ok {
				all = append(all, e)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b evidence) int { return cmp.Compare(a.at, b.at) })
	old := to.offsets
	to.offsets = envelope{drift: old.drift}
	for _, x := range all {
		to.offsets.add(x.limit, x.upper)
	}
	return !to.offsets.equal(&old)
}

// limits returns the limit of the offset of a machine by a message with this one, if it is known.
func (m *member) limits(x Message, about Machine, delay Time) (e evidence, ok bool) {
	if x.From == about {
		high := m.span(x.Received).high
		return evidence{limit{x.Sent, x.Received + high - delay - x.Sent}, true}, high < none
	}
	low := m.span(x.Sent).low
	return evidence{limit{x.Received, x.Sent + low + delay - x.Received}, false}, low > -none
}

// smooth makes the corrections jagged of machines between which an effect precedes its cause. It
// returns false if there are no such machines, or no others.
func (s *Solution) smooth(n *Network) (changed bool) {
	s.EarlyEffects = 0
	for _, p := range n.pairs {
		for x := range p.each {
			if s.Time(x.From, x.Sent) <= s.Time(x.To, x.Received) {
				continue
			}
			s.EarlyEffects++
			for _, m := range []*member{s.members[x.From], s.members[x.To]} {
				if !m.jagged && m.Link != nil && m.offsets.whole() {
					m.jagged, changed = true, true
				}
			}
		}
	}
	return changed
}

// shift sets the offset of a group to those before it: the prior one, as far as the messages of both
// allow that.
func (s *Solution) shift(n *Network, near [][]*pair, group []Machine, prior Time) {
	root := group[0]
	r := span{-none, none}
	for _, m := range group {
		for _, p := range near[m] {
			if o := s.members[p.other(m)]; o != nil && o.root != root {
				r = s.between(r, p, m)
			}
		}
	}
	shift := min(max(prior, r.low), r.high)
	if r.low > r.high {
		shift = r.low + (r.high-r.low)/2
	}
	*s.members[root].shift = shift
}

// between limits the offset of a group to those before it by the messages of a pair, of which m is
// in the group.
func (s *Solution) between(r span, p *pair, m Machine) span {
	for x := range p.each {
		offset := s.Time(x.To, x.Received) - s.Time(x.From, x.Sent)
		if x.From == m {
			r.high = min(r.high, offset)
		} else {
			r.low = max(r.low, -offset)
		}
	}
	return r
}

// At returns the time of the reference at a time of a machine. In another group than that of the
// reference, the bound is the error to the group's own reference.
func (s *Solution) At(m Machine, t Time) Estimate {
	to := s.members[m]
	t = min(max(t, -far), far)
	offset := to.offset(t)
	return Estimate{t + offset + *to.shift, to.span(t).bound(offset)}
}

// Time is At without the bound.
func (s *Solution) Time(m Machine, t Time) Time {
	to := s.members[m]
	t = min(max(t, -far), far)
	return t + to.offset(t) + *to.shift
}

// Reference returns the reference of the group of a machine.
func (s *Solution) Reference(m Machine) Machine { return s.members[m].root }

// Evidence returns the evidence about a machine: all its messages with machines of its group.
func (s *Solution) Evidence(m Machine) Evidence {
	to := s.members[m]
	if to.Link == nil {
		return Evidence{}
	}
	e := to.Link.Evidence()
	e.MinDelay, e.Refuted = s.model.delay(&to.fastest)
	return e
}
