package gotrace

import "tiv/tracefeed"

// The categories of log events whose task is a number: of lock operations that
// were left out since the start, and of bytes at which the recording ends.
const (
	omittedCategory = "tiv.omitted"
	fullCategory    = "tiv.full"
)

// counts are what the recorder says of itself. What it says while events are held
// back waits for them.
type counts struct {
	omitted, full         int64
	omittedName, fullName tracefeed.NameID
	news                  bool
}

// count maps a number.
func (m *mapper) count(ev *event) {
	c := &m.counts
	n := int64(m.locks.addresses[ev.lock])
	if c.news = n >= 0; !c.news {
		return
	}
	if ev.what == omitsLocks {
		c.omitted = n
	} else {
		c.full = n
	}
	if !m.holding {
		m.writeCounts()
	}
}

// writeCounts makes counters of the numbers, if there are new ones.
func (m *mapper) writeCounts() {
	c := &m.counts
	if !c.news {
		return
	}
	c.news = false
	m.counter(&c.omittedName, tracefeed.OmittedLocks, c.omitted)
	m.counter(&c.fullName, tracefeed.RecordingFull, c.full)
}

// counter says that a counter has a value, if that is not 0.
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
