package receive

import "tiv/tracefeed/otlp/spans"

// seen remembers the spans that have arrived: at least the last seenLen, at most twice as many.
// An SDK that got no answer sends them again, for about a minute.
type seen struct{ new, old map[spans.ID]struct{} }

// seenLen is the number of spans that are remembered; twice as many take about 100 MB.
const seenLen = 1 << 19

// add remembers a span. It returns false if it is known.
func (s *seen) add(id spans.ID) bool {
	if s.has(id) {
		return false
	}
	if s.new == nil || len(s.new) >= seenLen {
		s.new, s.old = map[spans.ID]struct{}{}, s.new
	}
	s.new[id] = struct{}{}
	return true
}

// has reports whether a span is known.
func (s *seen) has(id spans.ID) bool {
	if _, ok := s.new[id]; ok {
		return true
	}
	_, ok := s.old[id]
	return ok
}
