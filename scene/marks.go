package scene

import (
	"slices"

	"tiv/interaction/detect"
	"tiv/tracefeed"
)

// mark decides which bars are highlighted and which are dimmed. A cluster is
// highlighted if one of its threads is, and dimmed if all are.
func (p *picture) mark() {
	for i := range p.l.slots {
		s := &p.l.slots[i]
		one := [1]tracefeed.ThreadID{s.thread}
		threads := s.members
		if threads == nil {
			threads = one[:]
		}
		s.selected = slices.ContainsFunc(threads, p.isSelected)
		s.dimmed = !slices.ContainsFunc(threads, func(t tracefeed.ThreadID) bool { return !Has(p.look.Dimmed, t) })
		s.gone = p.gone(threads)
		s.ending = s.members == nil && s.gone == "" && p.hasEnded(s.thread)
	}
	for _, t := range p.look.Chain {
		if i, ok := p.l.slotOf[t]; ok {
			p.l.slots[i].chained = true
		}
	}
}

func (p *picture) isSelected(t tracefeed.ThreadID) bool {
	return t != tracefeed.NoThread && (t == p.look.Selected || Has(p.look.Selection, t))
}

// anySelected reports whether anything is highlighted, so that the rest dims.
func (p *picture) anySelected() bool {
	return p.look.Selected != tracefeed.NoThread || len(p.look.Selection) > 0
}

// The brightness of highlighted bars, of others while some are highlighted, and
// of bars that the user has dimmed. No bar becomes invisible.
const (
	brightest = 1.15
	dim       = 0.55
	dimmest   = 0.32
)

// emphasis returns how bright a slot is drawn.
func (p *picture) emphasis(s *slot) float32 {
	switch {
	case s.selected:
		return brightest
	case s.dimmed:
		return dimmest
	case p.anySelected() && !s.chained && !p.inRing(s):
		return dim
	}
	return 1
}

// inRing reports whether a slot's thread is in a deadlock of the moment.
func (p *picture) inRing(s *slot) bool {
	return slices.ContainsFunc(p.rings, func(f detect.Finding) bool {
		return slices.ContainsFunc(p.ringSlots(&f), func(i int) bool { return &p.l.slots[i] == s })
	})
}

func (p *picture) isHovered(i int) bool {
	return p.look.Hovered == p.pick(i)
}

// pick returns the PickID of slot i.
func (p *picture) pick(i int) PickID {
	if s := &p.l.slots[i]; s.members == nil {
		return PickID{PickThread, int32(s.thread)}
	}
	return PickID{PickCluster, int32(p.l.slots[i].cluster)}
}
