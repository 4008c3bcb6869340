package block

import "tiv/tracefeed"

// values are the values of one field, in the order of the events.
type values[T ~int32 | ~int64] []value[T]

type value[T any] struct {
	thread tracefeed.ThreadID
	is     T
}

// add appends the value of an event and returns field, unless the value is 0.
func (v *values[T]) add(t tracefeed.ThreadID, is T, field Fields) Fields {
	if is == 0 {
		return 0
	}
	*v = append(*v, value[T]{t, is})
	return field
}

// spread returns the values sorted by the block's groups, and the start of each
// group's values. next is scratch, by thread.
func (v values[T]) spread(b *Block, next []int32, begin func(*First) *int32) []T {
	if len(v) == 0 {
		return nil
	}
	for g := range b.Groups {
		next[b.Groups[g].Thread] = 0
	}
	for i := range v {
		next[v[i].thread]++
	}
	sum := int32(0)
	for g := range b.Groups {
		at := &next[b.Groups[g].Thread]
		*begin(&b.Firsts[g]) = sum
		*at, sum = sum, sum+*at
	}
	out := make([]T, len(v))
	for i := range v {
		at := &next[v[i].thread]
		out[*at] = v[i].is
		*at++
	}
	return out
}
