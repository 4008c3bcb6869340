package timeline

import (
	"slices"

	"tiv/tracefeed"
)

// threadSet is a sparse set of threads: all changes but sort take constant time.
type threadSet struct {
	list  []tracefeed.ThreadID // in no order until sort
	index []int32              // by thread: position in list + 1, 0 if absent
}

func (s *threadSet) has(t tracefeed.ThreadID) bool { return int(t) < len(s.index) && s.index[t] > 0 }

// add adds a thread that is not in the set.
func (s *threadSet) add(t tracefeed.ThreadID) {
	for int(t) >= len(s.index) {
		s.index = append(s.index, 0)
	}
	s.list = append(s.list, t)
	s.index[t] = int32(len(s.list))
}

// remove removes a thread that is in the set, by moving the last one into its
// place.
func (s *threadSet) remove(t tracefeed.ThreadID) {
	last := s.list[len(s.list)-1]
	s.list[s.index[t]-1] = last
	s.index[last] = s.index[t]
	s.index[t] = 0
	s.list = s.list[:len(s.list)-1]
}

// sort sorts list by id.
func (s *threadSet) sort() {
	slices.Sort(s.list)
	for i, t := range s.list {
		s.index[t] = int32(i + 1)
	}
}

func (s *threadSet) clear() {
	for _, t := range s.list {
		s.index[t] = 0
	}
	s.list = s.list[:0]
}
