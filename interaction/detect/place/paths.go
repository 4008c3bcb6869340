package place

import (
	"encoding/binary"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Paths finds the call stacks with one path: the same functions, and the same line of the
// innermost one that is the program's own.
type Paths struct {
	tl    *timeline.Timeline
	first map[string]tracefeed.StackID // by path
	known map[tracefeed.StackID]tracefeed.StackID
	names map[string]uint32
	key   []byte // scratch
}

// NewPaths returns paths of the stacks of a timeline.
func NewPaths(tl *timeline.Timeline) *Paths {
	return &Paths{tl: tl, first: map[string]tracefeed.StackID{}, known: map[tracefeed.StackID]tracefeed.StackID{},
		names: map[string]uint32{}}
}

// Extend continues in a later snapshot of the trace.
func (p *Paths) Extend(tl *timeline.Timeline) { p.tl = tl }

// Of returns one of the stacks with the path of a stack, always the same.
func (p *Paths) Of(stack tracefeed.StackID) tracefeed.StackID {
	first, ok := p.known[stack]
	if ok {
		return first
	}
	calls := p.tl.Stacks[stack]
	p.key = p.key[:0]
	if len(calls) > 0 {
		p.key = binary.AppendUvarint(p.key, uint64(p.tl.Frames[calls[UserCall(p.tl, calls)]].Line))
	}
	for _, f := range calls {
		name := p.tl.Frames[f].Func
		if _, ok := p.names[name]; !ok {
			p.names[name] = uint32(len(p.names))
		}
		p.key = binary.AppendUvarint(p.key, uint64(p.names[name]))
	}
	if first, ok = p.first[string(p.key)]; !ok {
		first = stack
		p.first[string(p.key)] = stack
	}
	p.known[stack] = first
	return first
}
