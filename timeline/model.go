package timeline

import (
	"encoding/binary"
	"errors"
	"fmt"

	"tiv/internal/varint"
	"tiv/tracefeed"
)

// ModelVersion is the version of saved timelines, and of the reducer that makes
// them. Files of another version are not used.
const ModelVersion = 7

// appendModel appends the data of a timeline besides its pages and names: numbers
// as varints, increasing times as differences.
func appendModel(out []byte, tl *Timeline, extra []byte) []byte {
	put := func(numbers ...int64) {
		for _, n := range numbers {
			out = binary.AppendVarint(out, n)
		}
	}
	put(ModelVersion, int64(tl.End), tl.Counts.Events, tl.Counts.Lost, tl.Counts.Gaps, tl.Counts.Uncounted,
		tl.Counts.Dropped, tl.Counts.Invented, int64(len(tl.GC)))
	last := tracefeed.Time(0)
	for _, g := range tl.GC {
		put(int64(g.Start-last), int64(g.End-g.Start))
		last = g.End
	}
	put(int64(tl.lives.len))
	for t := range tl.lives.len {
		l := tl.lives.at(tracefeed.ThreadID(t))
		there := int64(0)
		if l.preexisting {
			there = 1
		}
		put(there, int64(l.page), int64(l.first), int64(l.born), int64(l.died))
	}
	handed := tl.handedOver.list()
	put(int64(len(handed)))
	for _, m := range handed {
		put(int64(m))
	}
	damage := ""
	if tl.Damage != nil {
		damage = tl.Damage.Error()
	}
	put(int64(len(damage)))
	return append(append(out, damage...), extra...)
}

// parseModel reads the output of appendModel and returns the extra. It returns an
// error for another version and for damaged data.
func parseModel(in []byte, tl *Timeline) (extra []byte, err error) {
	m := varint.New(in)
	if v := m.Varint(); v != ModelVersion {
		return nil, fmt.Errorf("its model has version %d, not %d", v, ModelVersion)
	}
	tl.End = tracefeed.Time(m.Varint())
	tl.Counts = Counts{Events: m.Varint(), Lost: m.Varint(), Gaps: m.Varint(), Uncounted: m.Varint(),
		Dropped: m.Varint(), Invented: m.Varint()}
	last := tracefeed.Time(0)
	for range count(&m, 2) {
		start := last + tracefeed.Time(m.Varint())
		last = start + tracefeed.Time(m.Varint())
		if start < 0 || last < start {
			m.Fail()
		}
		tl.GC = append(tl.GC, Interval{start, last})
	}
	for range count(&m, 5) {
		there := m.Varint()
		l := life{preexisting: there == 1, page: int32(m.Varint()), first: tracefeed.Time(m.Varint()),
			born: tracefeed.Time(m.Varint()), died: tracefeed.Time(m.Varint())}
		if l.page < 0 || l.first < 0 || l.born < 0 || l.died < l.born {
			m.Fail()
		}
		tl.lives.append(l)
	}
	for tl.lives.len < len(tl.Threads) {
		tl.lives.append(unseen)
	}
	var h handovers
	for range count(&m, 1) {
		id := m.Varint()
		if id <= 0 || id >= int64(len(tl.Monitors)) {
			m.Fail()
			break
		}
		h.mark(tracefeed.MonitorID(id), 0)
	}
	tl.handedOver = h.found(forever)
	n := count(&m, 1)
	if m.Bad || tl.End < 0 {
		return nil, errors.New("its model is damaged")
	}
	if n > 0 {
		tl.Damage = tracefeed.Restored(string(m.Rest[:n]))
	}
	tl.Complete = true
	return m.Rest[n:], nil
}

// count reads the number of following items, each of at least the given number of
// bytes.
func count(m *varint.Reader, bytes int) int {
	n := m.Varint()
	if n < 0 || n > int64(len(m.Rest)/bytes) {
		m.Fail()
		return 0
	}
	return int(n)
}
