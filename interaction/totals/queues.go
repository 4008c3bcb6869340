package totals

import (
	"math"

	"tiv/internal/radix"
	"tiv/tracefeed"
)

// queues are the lengths of the monitors' queues over time.
type queues struct {
	all []Monitor // receives the maxima
	now []int32   // by monitor
	// changes are those not yet applied, in no order.
	changes []queueChange
	sorter  radix.Sorter[queueChange]
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
	first := tracefeed.Time(math.MaxInt64)
	for i := range q.changes {
		first = min(first, q.changes[i].at)
	}
	q.changes = q.sorter.Sort(q.changes, func(c *queueChange) uint64 {
		if c.joins {
			return uint64(c.at-first)<<1 | 1
		}
		return uint64(c.at-first) << 1
	})
}
