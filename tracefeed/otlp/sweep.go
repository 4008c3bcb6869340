package otlp

import (
	"tiv/tracefeed"
	"tiv/tracefeed/otlp/spans"
)

// sweep turns the spans of a file into events, batch by batch.
type sweep struct {
	list   []spans.Span
	mapper *spans.Mapper
	t0     int64
	next   int // the first span that has not begun
	done   bool
}

func newSweep(f *file) *sweep {
	f.sort()
	s := &sweep{list: f.List}
	numbers := make(map[spans.ID]int64, len(s.list))
	for i := range s.list {
		x := &s.list[i]
		x.Number = int64(i) + 1
		if x.ID.Named() {
			numbers[x.ID] = x.Number
		}
	}
	if len(s.list) > 0 {
		s.t0 = s.list[0].Start
	}
	s.mapper = spans.NewMapper(f.Names, s.t0, func(id spans.ID) int64 { return numbers[id] })
	return s
}

// batchLen is about the number of events of one batch.
const batchLen = 1 << 12

// batch appends the next events to out: none at the end.
func (s *sweep) batch(out []tracefeed.Event) []tracefeed.Event {
	m := s.mapper
	m.Out = out
	for len(m.Out) < batchLen && s.next < len(s.list) {
		m.Begin(&s.list[s.next])
		s.next++
	}
	if s.next == len(s.list) && !s.done {
		m.EndUntil(spans.Open - 1)
		s.done = true
		if len(s.list) > 0 {
			m.Out = append(m.Out, tracefeed.Event{Time: m.Last})
		}
	}
	return m.Out
}
