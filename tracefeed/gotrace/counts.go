package gotrace

import (
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// counts are the recorder's counters about itself. While events are held back,
// so are new values.
type counts struct {
	of   [len(counters)]count
	news bool
}

// A count is a counter's value, and its name's id, 0 before its first event.
type count struct {
	value int64
	name  tracefeed.NameID
}

// omittedLocks is the index of the lock operations in counters.
const omittedLocks = 0

// counters are the kinds of events that are counters.
var counters = [...]struct {
	kind wire.Kind
	name string
}{
	omittedLocks: {wire.LocksOmitted, tracefeed.OmittedLocks},
	{wire.CallsOmitted, tracefeed.OmittedCalls},
	{wire.RecordingFull, tracefeed.RecordingFull},
}

// count stores a number.
func (m *mapper) count(ev *wire.Event) {
	c := &m.counts
	n := int64(m.names.Address(ev.Lock))
	if c.news = n >= 0; !c.news {
		return
	}
	for i := range counters {
		if counters[i].kind == ev.Kind {
			c.of[i].value = n
		}
	}
	if !m.out.holding {
		c.write(m.tables, &m.out)
	}
}

// write emits counters for the values that are not 0, if there are new ones.
func (c *counts) write(tables *tracefeed.Tables, out *events) {
	if !c.news {
		return
	}
	c.news = false
	for i := range c.of {
		x := &c.of[i]
		if x.value == 0 {
			continue
		}
		if x.name == 0 {
			x.name = tables.AddName(counters[i].name)
		}
		ev := out.emit(tracefeed.Counter, tracefeed.NoThread)
		ev.Name, ev.Value = x.name, x.value
	}
}
