package execution

import (
	"cmp"
	"slices"

	"tiv/tracefeed"
)

// maxNesting is the largest depth of a task; a deeper one is an outermost one.
const maxNesting = 256

// Nesting says which tasks of a list are parts of others, by their numbers.
type Nesting struct {
	// Around is the index of the task of which each is a part; -1 for none. Depth is the number
	// of tasks around it.
	Around, Depth []int

	starts   []tracefeed.Time
	byNumber map[int64][]int // in order of their starts
}

// NewNesting returns the nesting of n tasks in order of their starts. of returns the number of a
// task, that of the one of which it is a part, and its start. A task around itself, and one that
// is too deep, is an outermost one.
func NewNesting(n int, of func(i int) (number, parent int64, start tracefeed.Time)) *Nesting {
	t := &Nesting{Around: make([]int, n), Depth: make([]int, n), starts: make([]tracefeed.Time, n), byNumber: map[int64][]int{}}
	parents := make([]int64, n)
	for i := range n {
		var number int64
		number, parents[i], t.starts[i] = of(i)
		t.byNumber[number] = append(t.byNumber[number], i)
	}
	for i, parent := range parents {
		if t.Around[i] = t.Find(parent, t.starts[i]); parent == 0 || t.Around[i] >= 0 && t.starts[t.Around[i]] > t.starts[i] {
			t.Around[i] = -1
		}
		t.Depth[i] = unknownDepth
	}
	for i := range n {
		t.nest(i)
	}
	return t
}

const unknownDepth = -1

// nest computes the depth of a task, and of those around it.
func (t *Nesting) nest(i int) {
	var path []int
	for t.Depth[i] == unknownDepth {
		t.Depth[i] = 0
		if path = append(path, i); t.Around[i] < 0 {
			break
		}
		i = t.Around[i]
	}
	for at := len(path) - 1; at >= 0; at-- {
		k := path[at]
		switch p := t.Around[k]; {
		case p < 0:
		case at == len(path)-1 && slices.Contains(path, p) || t.Depth[p] == maxNesting:
			t.Around[k] = -1
		default:
			t.Depth[k] = t.Depth[p] + 1
		}
	}
}

// Find returns the index of the task that has a number at a time: the last to start until
// then, or else the first one; -1 if there is none.
func (t *Nesting) Find(number int64, at tracefeed.Time) int {
	list := t.byNumber[number]
	i, _ := slices.BinarySearchFunc(list, at, func(i int, at tracefeed.Time) int { return cmp.Compare(t.starts[i], at+1) })
	if len(list) == 0 {
		return -1
	}
	return list[max(i-1, 0)]
}
