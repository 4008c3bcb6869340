package binfeed

import "tiv/tracefeed"

// values are those of one field that events have, in the order in which they
// came: the first n of list, which always has room for one more.
type values[T ~int32 | ~int64] struct {
	list []value[T]
	n    int
}

type value[T any] struct {
	thread tracefeed.ThreadID
	is     T
}

// add notes the value of an event, unless it is 0, and returns all fields or
// none. It has no branch that depends on the value, because which events have
// which fields cannot be foretold.
func (v *values[T]) add(t tracefeed.ThreadID, is T) Fields {
	if v.n >= len(v.list) {
		v.list = append(v.list, make([]value[T], max(64, len(v.list)))...)
	}
	v.list[v.n] = value[T]{t, is}
	one := 0
	if is != 0 {
		one = 1
	}
	v.n += one
	return Fields(-one)
}

// spread returns the values in the order of the threads of a block, and notes
// where those of each begin. next is scratch, by thread.
func (v *values[T]) spread(b *Block, next []int32, begin func(*First) *int32) []T {
	if v.n == 0 {
		return nil
	}
	list := v.list[:v.n]
	clear(next)
	for i := range list {
		next[list[i].thread]++
	}
	sum := int32(0)
	for g := range b.Groups {
		at := &next[b.Groups[g].Thread]
		*begin(&b.Firsts[g]) = sum
		*at, sum = sum, sum+*at
	}
	out := make([]T, len(list))
	for i := range list {
		at := &next[list[i].thread]
		out[*at] = list[i].is
		*at++
	}
	return out
}
