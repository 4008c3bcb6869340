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
	thread tracefeed.ThreadID
	// members is a hash of a cluster's threads.
	members uint64
}

// sharesMaker makes Shares, and when the moment moves on, computes only the
// steps that are new.
type sharesMaker struct {
	key    sharesKey
	latest tracefeed.Time // start of step 0
	moment tracefeed.Time // that the shares were made for
	shares Shares
	// buckets are what the shares were made from: rows × steps.
	buckets []timeline.Bucket
	scratch []timeline.Bucket
	// atOnce is, by row, how many threads the height of the bar stands for.
	atOnce []float64
}

// make returns the shares of some slots. They are valid until the next call.
func (m *sharesMaker) make(tl *timeline.Timeline, look *Look, level lod.Level, slots []slot) *Shares {
	key := sharesKey{tl, look.Step, look.Steps, level, slotKeys(slots)}
	latest := look.stepStart(0)
	fresh := look.Steps
	if m.same(key) {
		if look.Moment == m.moment {
			return &m.shares // only the camera moved, say
		}
		if moved := (latest - m.latest) / look.Step; moved >= 0 && moved < tracefeed.Time(look.Steps) {
			m.shift(int(moved))
			fresh = int(moved) + 1 // what was step 0 was cut
		}
	} else {
		m.shares.Rows, m.shares.Steps = len(slots), look.Steps
		m.shares.Cum = make([]uint16, len(slots)*look.Steps*MostLayers)
		m.buckets = make([]timeline.Bucket, len(slots)*look.Steps)
		m.atOnce = make([]float64, len(slots))
	}
	m.key, m.latest, m.moment = key, latest, look.Moment
	m.shares.Version++
	m.shares.First = look.first()
	for row := range slots {
		m.read(look, row, &slots[row], fresh)
		m.cumulate(look, row, &slots[row], fresh)
	}
	return &m.shares
}

func slotKeys(slots []slot) []slotKey {
	keys := make([]slotKey, len(slots))
	for i, s := range slots {
		keys[i].thread = s.thread
		if s.members != nil {
			keys[i].members = hash(s.members)
		}
	}
	return keys
}

// hash is FNV-1a over whole ids. It is never 0, which stands for no cluster.
func hash(ids []tracefeed.ThreadID) uint64 {
	h := uint64(14695981039346656037)
	for _, id := range ids {
		h = (h ^ uint64(id)) * 1099511628211
	}
	return h | 1
}

func (m *sharesMaker) same(k sharesKey) bool {
	return m.key.tl == k.tl && m.key.step == k.step && m.key.steps == k.steps && m.key.level == k.level &&
		slices.Equal(m.key.slots, k.slots)
}

// shift makes room for n new steps in front of each row.
func (m *sharesMaker) shift(n int) {
	for row := range m.shares.Rows {
		buckets := m.row(row)
		copy(buckets[n:], buckets)
		width := m.shares.Steps * MostLayers
		cells := m.shares.Cum[row*width : (row+1)*width]
		copy(cells[n*MostLayers:], cells)
	}
}

// row returns the buckets of a row, the latest step first.
func (m *sharesMaker) row(row int) []timeline.Bucket {
	return m.buckets[row*m.shares.Steps : (row+1)*m.shares.Steps]
}

// read computes the latest fresh buckets of a row. Steps before the trace are
// empty.
func (m *sharesMaker) read(look *Look, row int, s *slot, fresh int) {
	buckets := m.row(row)[:fresh]
	clear(buckets)
	fresh = int(min(tracefeed.Time(fresh), look.latest()+1))
	m.scratch = slices.Grow(m.scratch[:0], fresh)[:fresh]
	members := s.members
	if members == nil {
		members = []tracefeed.ThreadID{s.thread}
	}
	from, start := look.stepStart(fresh-1), look.stepStart(0)
	for _, t := range members {
		lane := m.key.tl.Lane(t)
		lane.Buckets(from, look.Step, m.scratch)
		m.scratch[fresh-1] = lane.Sum(start, look.Moment)
		for i, b := range m.scratch {
			buckets[fresh-1-i].Add(b)
		}
	}
}

// cumulate turns the latest fresh buckets of a row into shares. The height of
// a cluster's bar stands for as many threads as were alive at once, in the mean
// of the step in which most were: members that come one after the other share
// one place.
func (m *sharesMaker) cumulate(look *Look, row int, s *slot, fresh int) {
	buckets := m.row(row)
	threads := 1.0
	if s.members != nil {
		fresh = len(buckets)
		for i, b := range buckets {
			threads = max(threads, float64(b.Alive())/float64(m.length(look, i)))
		}
		m.atOnce[row] = threads
	}
	for i, b := range buckets[:fresh] {
		at := (row*m.shares.Steps + i) * MostLayers
		stack(m.shares.Cum[at:at+MostLayers], b, m.key.level, threads*float64(m.length(look, i)))
	}
}

// length returns how much of step i has passed.
func (m *sharesMaker) length(look *Look, i int) tracefeed.Time {
	if i == 0 {
		return max(1, look.Moment-look.stepStart(0))
	}
	return look.Step
}

// stack writes the layers of a bucket, one on top of the other, as parts of a
// length of time.
func stack(cell []uint16, b timeline.Bucket, level lod.Level, length float64) {
	var cum tracefeed.Time
	layers := level.Layers()
	for k := range cell {
		if k < len(layers) {
			for _, s := range layers[k].States {
				cum += b[s]
			}
		}
		cell[k] = uint16(min(float64(cum)/length, 1)*65535 + 0.5)
	}
}
