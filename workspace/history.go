package workspace

import "slices"

// history is a navigation history with entries to go back to and to go forward
// to. The last entry of each list is the next.
type history[T any] struct{ past, future []T }

// record adds an entry to go back to, and clears the forward entries. It
// keeps at most most entries.
func (h *history[T]) record(x T, most int) {
	h.past, h.future = append(h.past, x), nil
	if n := len(h.past); n > most {
		h.past = slices.Clone(h.past[n-most:])
	}
}

// back removes and returns the last past entry; now returns the entry for
// forward to return to. ok is false if there is none.
func (h *history[T]) back(now func(last T) T) (last T, ok bool) { return step(&h.past, &h.future, now) }

// forward is back the other way round.
func (h *history[T]) forward(now func(last T) T) (last T, ok bool) {
	return step(&h.future, &h.past, now)
}

func step[T any](from, to *[]T, now func(last T) T) (last T, ok bool) {
	n := len(*from)
	if n == 0 {
		return last, false
	}
	last = (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, now(last))
	return last, true
}
