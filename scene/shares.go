package scene

import (
	"context"
	"maps"
	"slices"
	"sync/atomic"

	"tiv/lod"
	"tiv/timeline"
	"tiv/tracefeed"
)

// sharesKey is the input of a set of shares, except for the moment.
type sharesKey struct {
	tl    *timeline.Timeline
	step  tracefeed.Time
	steps int
	slots []slotKey
}

type slotKey struct {
	thread tracefeed.ThreadID
	level  lod.Level
	// members is a hash of a cluster's threads, size their number.
	members uint64
	size    int
}

// sharesMaker makes Shares, and when the moment moves on, computes only the
// steps that are new.
type sharesMaker struct {
	key    sharesKey
	moment tracefeed.Time // that the shares were made for
	shares Shares
	// threads are the threads of all rows, by id, and rows the row of each.
	threads []tracefeed.ThreadID
	rows    []int32
	// clusters are, by row, the summed buckets of several threads; nil for one
	// thread.
	clusters [][]timeline.Bucket
	// atOnce is, by row, the number of threads that the full height of the bar
	// represents.
	atOnce []float64
	// mostEvents is the largest number of events to read for a frame, if not 0.
	// If steps have more, their shares are a draft.
	mostEvents int
	draft      bool
}

// make returns the shares of some slots. They are valid until the next call.
func (m *sharesMaker) make(tl *timeline.Timeline, look *Look, slots []slot) *Shares {
	key := sharesKey{tl, look.Step, look.Steps, slotKeys(slots)}
	switch {
	case !m.same(key):
		m.key = key
		m.list(slots)
		m.clear()
		m.moment, m.draft = look.Moment, false
		m.fill(context.Background(), 0, look.Steps)
		m.cumulate()
	case look.Moment != m.moment: // or only the camera moved, say
		m.goTo(look.Moment)
		m.cumulate()
	}
	return &m.shares
}

// goTo makes the shares for another moment, and reuses the present ones for the
// steps in common.
func (m *sharesMaker) goTo(moment tracefeed.Time) {
	before := m.look().latest()
	m.moment = moment
	moved, steps := m.look().latest()-before, tracefeed.Time(m.key.steps)
	ctx := context.Background()
	switch {
	case moved >= 0 && moved < steps:
		m.shift(int(moved))
		m.fill(ctx, 0, int(moved)+1) // the former step 0 was cut off
	case moved < 0 && moved > -steps:
		m.shift(int(moved))
		m.fill(ctx, 0, 1)
		m.fill(ctx, int(steps+moved), int(steps))
	default:
		m.draft = false
		m.fill(ctx, 0, int(steps))
	}
}

// look returns a Look with the time range of the shares.
func (m *sharesMaker) look() *Look {
	return &Look{Moment: m.moment, Step: m.key.step, Steps: m.key.steps}
}

// list lists the threads of some slots.
func (m *sharesMaker) list(slots []slot) {
	row := map[tracefeed.ThreadID]int32{}
	for i, s := range slots {
		if s.members == nil {
			row[s.thread] = int32(i)
		}
		for _, t := range s.members {
			row[t] = int32(i)
		}
	}
	m.threads = slices.Sorted(maps.Keys(row))
	m.rows = make([]int32, len(m.threads))
	for i, t := range m.threads {
		m.rows[i] = row[t]
	}
}

// clear makes room for shares, all empty.
func (m *sharesMaker) clear() {
	rows, steps := len(m.key.slots), m.key.steps
	m.shares.Rows, m.shares.Steps = rows, steps
	m.shares.Cum = make([]uint16, rows*steps*MostLayers)
	m.clusters = make([][]timeline.Bucket, rows)
	m.atOnce = make([]float64, rows)
	for row, s := range m.key.slots {
		if s.size > 1 {
			m.clusters[row] = make([]timeline.Bucket, steps)
		}
	}
}

func slotKeys(slots []slot) []slotKey {
	keys := make([]slotKey, len(slots))
	for i, s := range slots {
		keys[i].thread, keys[i].level = s.thread, s.level
		if s.members != nil {
			keys[i].members, keys[i].size = hash(s.members), len(s.members)
		}
	}
	return keys
}

// hash is FNV-1a over whole ids. It is never 0, which means no cluster.
func hash(ids []tracefeed.ThreadID) uint64 {
	h := uint64(14695981039346656037)
	for _, id := range ids {
		h = (h ^ uint64(id)) * 1099511628211
	}
	return h | 1
}

func (m *sharesMaker) same(k sharesKey) bool {
	return m.key.tl == k.tl && m.key.step == k.step && m.key.steps == k.steps &&
		slices.Equal(m.key.slots, k.slots)
}

// shift makes room for n new steps in front of each row, or behind it if n is
// negative.
func (m *sharesMaker) shift(n int) {
	width := m.shares.Steps * MostLayers
	for row := range m.shares.Rows {
		shift(m.shares.Cum[row*width:(row+1)*width], n*MostLayers)
		shift(m.clusters[row], n)
	}
}

func shift[T any](list []T, n int) {
	if n < 0 && len(list) > 0 {
		copy(list, list[-n:])
	} else if n > 0 && len(list) > 0 {
		copy(list[n:], list)
	}
}

// fill computes the steps from first to last (exclusive), until ctx is done.
// Steps before the trace are empty. The last step of all, which the moment
// cuts, is computed by itself.
func (m *sharesMaker) fill(ctx context.Context, first, last int) {
	for row := range m.shares.Rows {
		at := row * m.shares.Steps
		clear(m.shares.Cum[(at+first)*MostLayers : (at+last)*MostLayers])
		if c := m.clusters[row]; c != nil {
			clear(c[first:last])
		}
	}
	look := m.look()
	last = int(min(tracefeed.Time(last), look.latest()+1))
	if first >= last {
		return
	}
	from, to := look.stepStart(last-1), look.Moment
	if first > 0 {
		to = look.stepStart(first - 1)
	}
	each := func(threads []tracefeed.ThreadID, from, step tracefeed.Time, n int, f func(row, i int, b *timeline.Bucket)) {
		m.key.tl.EachBucket(ctx, threads, from, step, n, f)
	}
	if m.mostEvents > 0 && m.key.tl.Events(from, to) > m.mostEvents {
		m.draft = true
		each = m.key.tl.EachDraft
	}
	if whole := max(first, 1); whole < last {
		each(m.threads, from, look.Step, last-whole, m.put(last-1))
	}
	if start := look.stepStart(0); first == 0 && start < look.Moment {
		each(m.threads, start, look.Moment-start, 1, m.put(0))
	}
}

// put returns a function that stores buckets into rows, the first of which is
// of step and the others of later ones. The function may be called from several
// goroutines for different steps.
func (m *sharesMaker) put(step int) func(row, i int, b *timeline.Bucket) {
	return func(thread, i int, b *timeline.Bucket) {
		row := int(m.rows[thread])
		if c := m.clusters[row]; c != nil {
			c[step-i].Add(*b)
			return
		}
		m.stack(row, step-i, b, 1)
	}
}

// versions numbers the shares of all pictures, because one renderer draws
// several traces.
var versions atomic.Uint64

// cumulate turns the buckets of clusters into shares. The full height of a
// cluster's bar represents the largest mean number of live threads in any step:
// members with disjoint lifetimes share one place.
func (m *sharesMaker) cumulate() {
	m.shares.Version = versions.Add(1)
	m.shares.First = m.look().first()
	for row, buckets := range m.clusters {
		threads := 1.0
		for i, b := range buckets {
			threads = max(threads, float64(b.Alive())/float64(m.length(i)))
		}
		m.atOnce[row] = threads
		for i := range buckets {
			m.stack(row, i, &buckets[i], threads)
		}
	}
}

// length returns the elapsed time of step i.
func (m *sharesMaker) length(i int) tracefeed.Time {
	if i == 0 {
		return max(1, m.moment-m.look().stepStart(0))
	}
	return m.key.step
}

// stack writes the layers of a bucket, one on top of the other, as parts of the
// time of a number of threads in a step.
func (m *sharesMaker) stack(row, step int, b *timeline.Bucket, threads float64) {
	at := (row*m.shares.Steps + step) * MostLayers
	cell := m.shares.Cum[at : at+MostLayers]
	length := threads * float64(m.length(step))
	layers := m.key.slots[row].level.Layers()
	var cum tracefeed.Time
	for k := range cell {
		if k < len(layers) {
			for _, s := range layers[k].States {
				cum += b[s]
			}
		}
		cell[k] = uint16(min(float64(cum)/length, 1)*65535 + 0.5)
	}
}
