package workspace

import "slices"

// trail is what was left, and can be gone back to, and from there forward again.
// The last of each list is the next.
type trail[T any] struct{ past, future []T }

// leave remembers what is left, and forgets what was gone back from. It remembers
// at most so many.
func (t *trail[T]) leave(x T, most int) {
	t.past, t.future = append(t.past, x), nil
	if n := len(t.past); n > most {
		t.past = slices.Clone(t.past[n-most:])
	}
}

// back takes what was left last off the trail; now returns what forward is to
// come back to. ok is false if there is nothing.
func (t *trail[T]) back(now func(last T) T) (last T, ok bool) { return step(&t.past, &t.future, now) }

// forward is back the other way round.
func (t *trail[T]) forward(now func(last T) T) (last T, ok bool) {
	return step(&t.future, &t.past, now)
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
