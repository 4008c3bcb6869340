package gotrace

import (
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// counts are the recorder's counters about itself. While events are held back,
// so are new values.
type counts struct {
	omitted, full         int64
	omittedName, fullName tracefeed.NameID
	news                  bool
}

// count stores a number.
func (m *mapper) count(ev *wire.Event) {
	c := &m.counts
	n := int64(m.names.Address(ev.Lock))
	if c.news = n >= 0; !c.news {
		return
	}
	if ev.Kind == wire.LocksOmitted {
		c.omitted = n
	} else {
		c.full = n
	}
	if !m.holding {
		m.writeCounts()
	}
}

// writeCounts emits counters for the new values.
func (m *mapper) writeCounts() {
	c := &m.counts
	if !c.news {
		return
	}
	c.news = false
	m.counter(&c.omittedName, tracefeed.OmittedLocks, c.omitted)
	m.counter(&c.fullName, tracefeed.RecordingFull, c.full)
}

// counter emits the value of a counter, unless it is 0.
func (m *mapper) counter(id *tracefeed.NameID, name string, value int64) {
	if value == 0 {
		return
	}
	if *id == 0 {
		*id = m.tables.AddName(name)
	}
	ev := m.emit(tracefeed.Counter, tracefeed.NoThread)
	ev.Name, ev.Value = *id, value
}
