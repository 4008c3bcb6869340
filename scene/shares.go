package scene

import (
	"slices"

	"tiv/lod"
	"tiv/timeline"
	"tiv/tracefeed"
)

// sharesKey says what a set of shares was made from, but for the moment.
type sharesKey struct {
	tl    *timeline.Timeline
	step  tracefeed.Time
	steps int
	level lod.Level
	slots []slotKey
}

type slotKey struct {
	first tracefeed.ThreadID
	n     int
}

// sharesMaker makes Shares, and when the moment moves on, computes only the
// steps that are new.
type sharesMaker struct {
	key     sharesKey
	latest  tracefeed.Time // start of step 0
	shares  Shares
	buckets []timeline.Bucket // scratch
	cluster []timeline.Bucket // scratch
}

// make returns the shares of some slots. They are valid until the next call.
func (m *sharesMaker) make(tl *timeline.Timeline, look *Look, level lod.Level, slots []slot) *Shares {
	key := sharesKey{tl, look.Step, look.Steps, level, slotKeys(slots)}
	latest := look.stepStart(0)
	fresh := look.Steps
	if m.same(key) {
		if moved := (latest - m.latest) / look.Step; moved >= 0 && moved < tracefeed.Time(look.Steps) {
			fresh = int(moved) + 1
			m.shift(int(moved))
		}
	} else {
		m.shares.Rows, m.shares.Steps = len(slots), look.Steps
		m.shares.Cum = make([]uint16, len(slots)*look.Steps*MostLayers)
	}
	m.key, m.latest = key, latest
	m.shares.Version++
	m.shares.First = look.first()
	for row := range slots {
		m.fill(look, row, &slots[row], fresh)
	}
	return &m.shares
}

func slotKeys(slots []slot) []slotKey {
	keys := make([]slotKey, len(slots))
	for i, s := range slots {
		keys[i] = slotKey{s.thread, len(s.members)}
	}
	return keys
}

func (m *sharesMaker) same(k sharesKey) bool {
	return m.key.tl == k.tl && m.key.step == k.step && m.key.steps == k.steps && m.key.level == k.level &&
		slices.Equal(m.key.slots, k.slots)
}

// shift makes room for n new steps in front of each row.
func (m *sharesMaker) shift(n int) {
	width := m.shares.Steps * MostLayers
	for row := range m.shares.Rows {
		cells := m.shares.Cum[row*width : (row+1)*width]
		copy(cells[n*MostLayers:], cells)
	}
}

// fill computes the latest fresh steps of a row. The step before the moment's
// own was cut when it was the latest, so it is computed again with it.
func (m *sharesMaker) fill(look *Look, row int, s *slot, fresh int) {
	fresh = min(fresh+1, look.Steps)
	from := look.stepStart(fresh - 1)
	m.buckets = grow(m.buckets, fresh)
	m.read(s, from, look.Step)
	if fresh > 0 {
		m.buckets[fresh-1] = m.sum(s, look.stepStart(0), look.Moment)
	}
	members := tracefeed.Time(max(1, len(s.members)))
	for i, b := range m.buckets {
		step := fresh - 1 - i
		length := look.Step
		if step == 0 {
			length = max(1, look.Moment-look.stepStart(0))
		}
		at := (row*look.Steps + step) * MostLayers
		cumulate(m.shares.Cum[at:at+MostLayers], b, m.key.level, length*members)
	}
}

// read fills m.buckets with the buckets of a slot from a time on.
func (m *sharesMaker) read(s *slot, from, step tracefeed.Time) {
	if s.members == nil {
		m.key.tl.Lane(s.thread).Buckets(from, step, m.buckets)
		return
	}
	clear(m.buckets)
	m.cluster = grow(m.cluster, len(m.buckets))
	for _, t := range s.members {
		m.key.tl.Lane(t).Buckets(from, step, m.cluster)
		for i, b := range m.cluster {
			m.buckets[i].Add(b)
		}
	}
}

// sum returns the bucket of a slot for any window.
func (m *sharesMaker) sum(s *slot, from, to tracefeed.Time) timeline.Bucket {
	if s.members == nil {
		return m.key.tl.Lane(s.thread).Sum(from, to)
	}
	var sum timeline.Bucket
	for _, t := range s.members {
		sum.Add(m.key.tl.Lane(t).Sum(from, to))
	}
	return sum
}

func grow(b []timeline.Bucket, n int) []timeline.Bucket {
	return slices.Grow(b[:0], n)[:n]
}

// cumulate writes the layers of a bucket, one on top of the other, as parts of
// a length of time.
func cumulate(cell []uint16, b timeline.Bucket, level lod.Level, length tracefeed.Time) {
	var cum tracefeed.Time
	layers := level.Layers()
	for k := range cell {
		if k < len(layers) {
			for _, s := range layers[k].States {
				cum += b[s]
			}
		}
		cell[k] = uint16(float64(min(cum, length))/float64(length)*65535 + 0.5)
	}
}
