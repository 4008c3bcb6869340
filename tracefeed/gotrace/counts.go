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

// writeCounts emits counters for the new values that are not 0.
func (m *mapper) writeCounts() {
	c := &m.counts
	if !c.news {
		return
	}
	c.news = false
	for _, x := range []struct {
		id    *tracefeed.NameID
		name  string
		value int64
	}{{&c.omittedName, tracefeed.OmittedLocks, c.omitted}, {&c.fullName, tracefeed.RecordingFull, c.full}} {
		if x.value == 0 {
			continue
		}
		if *x.id == 0 {
			*x.id = m.tables.AddName(x.name)
		}
		ev := m.emit(tracefeed.Counter, tracefeed.NoThread)
		ev.Name, ev.Value = *x.id, x.value
	}
}
