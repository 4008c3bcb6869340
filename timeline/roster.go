package timeline

import (
	"slices"

	"tiv/tracefeed"
)

// roster is a set of threads.
type roster struct {
	list []tracefeed.ThreadID // in no order that matters
	at   []int32              // by thread: index in list from 1, 0 if it is not there
}

func (r *roster) has(t tracefeed.ThreadID) bool { return int(t) < len(r.at) && r.at[t] > 0 }

// add adds a thread that is not there.
func (r *roster) add(t tracefeed.ThreadID) {
	for int(t) >= len(r.at) {
		r.at = append(r.at, 0)
	}
	r.list = append(r.list, t)
	r.at[t] = int32(len(r.list))
}

// remove removes a thread that is there: the last takes its place.
func (r *roster) remove(t tracefeed.ThreadID) {
	last := r.list[len(r.list)-1]
	r.list[r.at[t]-1] = last
	r.at[last] = r.at[t]
	r.at[t] = 0
	r.list = r.list[:len(r.list)-1]
}

// sort puts the list in order.
func (r *roster) sort() {
	slices.Sort(r.list)
	for i, t := range r.list {
		r.at[t] = int32(i + 1)
	}
}

func (r *roster) clear() {
	for _, t := range r.list {
		r.at[t] = 0
	}
	r.list = r.list[:0]
}
