package receive

import (
	"cmp"

	"tiv/tracefeed/otlp/spans"
)

// held is a heap of spans that have not begun, the first to begin first; of those that begin
// together, the longest first, and of those the first to arrive.
type held []arrived

// arrived is a span, with the number of its arrival.
type arrived struct {
	*spans.Span
	n int64
}

func (h held) Len() int { return len(h) }
func (h held) Less(i, j int) bool {
	a, b := h[i], h[j]
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(a.n, b.n)) < 0
}
func (h held) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *held) Push(x any)   { *h = append(*h, x.(arrived)) }
func (h *held) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	(*h)[last] = arrived{}
	*h = (*h)[:last]
	return x
}
