package tracefeed

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// LeftOut counts the events of a source that a feed leaves out, by their types.
type LeftOut map[string]int64

// String returns the number of events, and the most frequent types: "3 other events (2 a, 1 b)".
// It is "" if there are none.
func (l LeftOut) String() string {
	const named = 3
	total := int64(0)
	for _, n := range l {
		total += n
	}
	if total == 0 {
		return ""
	}
	types := l.Types()
	list := make([]string, 0, named+1)
	for _, name := range types[:min(named, len(types))] {
		list = append(list, fmt.Sprintf("%d %s", l[name], name))
	}
	if len(types) > named {
		list = append(list, "…")
	}
	plural := "s"
	if total == 1 {
		plural = ""
	}
	return fmt.Sprintf("%d other event%s (%s)", total, plural, strings.Join(list, ", "))
}

// Types returns the types, the most frequent first.
func (l LeftOut) Types() []string {
	return slices.SortedFunc(maps.Keys(l), func(a, b string) int {
		return cmp.Or(cmp.Compare(l[b], l[a]), cmp.Compare(a, b))
	})
}
