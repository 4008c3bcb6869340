package binfeed

import (
	"cmp"

	"tiv/tracefeed"
)

// PropertiesOf returns the properties that say what a trace is. They have different keys
// and no empty values.
func PropertiesOf(h *tracefeed.Header) []Property {
	list := []Property{{formatKey, h.Format}}
	for _, p := range []Property{{noteKey, h.Note}, {outsideKey, string(h.Outside)}, {sumsKey, h.Recorder.Waits.Text()},
		{outKey, h.Recorder.LeftOut}} {
		if p.Value != "" {
			list = append(list, p)
		}
	}
	for _, s := range h.Statements() {
		list = append(list, Property(s))
	}
	return list
}

// about returns the header of the trace; old is what its counters say if it has no
// statements.
func (n *names) about(sched bool, old *tracefeed.OldForm) tracefeed.Header {
	h := tracefeed.Header{}
	stated := false
	for _, p := range n.properties {
		stated = h.Accept(tracefeed.Statement(p)) || stated
	}
	if !stated {
		h = old.Header
	}
	h.Format, h.Sched, h.Note = cmp.Or(n.property(formatKey), "tiv"), sched, n.property(noteKey)
	h.Outside = tracefeed.Outside(n.property(outsideKey))
	h.Recorder.Waits, h.Recorder.LeftOut = tracefeed.ParseWaitSums(n.property(sumsKey)), n.property(outKey)
	return h
}
