package path

import (
	"sort"

	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// history is what a thread did while it worked for a task. It is read backwards, a chunk of
// spans at a time, so its memory does not grow with the work.
type history struct {
	lane timeline.Lane
	work []task.Work // in order of time
	// spans are those of a part of the work, which begins at from and ends at to.
	spans    []timeline.Span
	from, to tracefeed.Time
	// length is that of the next part.
	length tracefeed.Time
	// In (idleFrom, idleTo] lastActive returns idleFrom.
	idleFrom, idleTo tracefeed.Time
}

// A chunk with fewer than fewSpans makes the next one longer; one with more than manySpans is
// not read to its end, but made shorter.
const (
	firstChunk = tracefeed.Millisecond
	fewSpans   = 32
	manySpans  = 4096
)

// before returns the last work that begins before a time, nil if there is none.
func (h *history) before(at tracefeed.Time) *task.Work {
	if i := sort.Search(len(h.work), func(i int) bool { return h.work[i].Start >= at }); i > 0 {
		return &h.work[i-1]
	}
	return nil
}

// span returns the span of the thread just before a time at which it works for the task.
func (h *history) span(at tracefeed.Time) timeline.Span {
	if at <= h.from || at > h.to {
		h.read(at)
	}
	i := sort.Search(len(h.spans), func(i int) bool { return h.spans[i].Start >= at })
	return h.spans[i-1]
}

// read reads the chunk that ends at a time.
func (h *history) read(at tracefeed.Time) {
	switch {
	case h.length == 0:
		h.length = firstChunk
	case len(h.spans) < fewSpans && h.length < tracefeed.Second<<20:
		h.length *= 2
	}
	for ; ; h.length /= 16 {
		h.to, h.from = at, max(h.before(at).Start, at-max(h.length, 1))
		h.spans = h.spans[:0]
		h.lane.Spans(h.from, h.to, func(s *timeline.Span, _ tracefeed.Time) bool {
			h.spans = append(h.spans, *s)
			return len(h.spans) <= manySpans
		})
		if len(h.spans) <= manySpans {
			return
		}
	}
}

// lastActive returns the last moment, up to a time, at which the thread worked for the task and
// did not wait; -1 if there is none. A thread that waits hands nothing over.
func (h *history) lastActive(at tracefeed.Time) tracefeed.Time {
	if at <= h.idleFrom || at > h.idleTo {
		h.idleFrom, h.idleTo = h.findActive(at), at
	}
	return h.idleFrom
}

// findActive is lastActive without its memory.
func (h *history) findActive(at tracefeed.Time) tracefeed.Time {
	for w := h.before(at); w != nil; w = h.before(at) {
		at = min(at, w.End)
		s := h.span(at)
		if s.State == tracefeed.Running || s.State == tracefeed.Unknown {
			return at
		}
		at = max(s.Start, w.Start)
	}
	return -1
}
