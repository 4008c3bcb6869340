package totals

import (
	"math/bits"
	"slices"

	"tiv/internal/radix"
	"tiv/tracefeed"
)

// queues are the lengths of the monitors' queues over time.
type queues struct {
	all []Monitor // receives the maxima
	now []int32   // by monitor
	// changes are those not yet applied, in no order.
	changes []queueChange
	sorted  []queueChange // scratch, and so are items
	items   []radix.Item
}

// queueChange is one thread that joins or leaves a queue.
type queueChange struct {
	at      tracefeed.Time
	monitor tracefeed.MonitorID
	joins   bool
}

func (q *queues) add(m tracefeed.MonitorID, at tracefeed.Time, joins bool) {
	q.changes = append(q.changes, queueChange{at, m, joins})
}

// flush applies the changes. Changes added later must not be earlier than these,
// and at the time of the latest must not leave after joins.
func (q *queues) flush() {
	q.sort()
	for i := range q.changes {
		c := &q.changes[i]
		if !c.joins {
			q.now[c.monitor]--
			continue
		}
		q.now[c.monitor]++
		if m := &q.all[c.monitor]; int(q.now[c.monitor]) > m.Queue {
			m.Queue, m.QueueAt = int(q.now[c.monitor]), c.at
		}
	}
	q.changes = q.changes[:0]
}

// sort sorts the changes by time; within an instant, leaving comes before joining.
func (q *queues) sort() {
	n := len(q.changes)
	if n == 0 {
		return
	}
	first, last := q.changes[0].at, q.changes[0].at
	for i := range q.changes {
		first, last = min(first, q.changes[i].at), max(last, q.changes[i].at)
	}
	q.items = slices.Grow(q.items[:0], 2*n)[:2*n]
	for i := range q.changes {
		key := uint64(q.changes[i].at-first) << 1
		if q.changes[i].joins {
			key |= 1
		}
		q.items[i] = radix.Item{Key: key, At: int32(i)}
	}
	q.sorted = q.sorted[:0]
	for _, item := range radix.Sort(q.items[:n], q.items[n:], bits.Len64(uint64(last-first))+1) {
		q.sorted = append(q.sorted, q.changes[item.At])
	}
	q.changes, q.sorted = q.sorted, q.changes
}
