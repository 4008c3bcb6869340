package taskrows

import (
	"slices"

	"tiv/scene/view"
	"tiv/task"
	"tiv/tracefeed"
)

// line is a row of the view: of a task or, with task none, of a type.
type line struct {
	task, group int32
	// depth is the number of rows of tasks around it, of which it is a part.
	depth int16
}

const none = -1

// lines are the rows of the view, from the first to the last.
type lines struct {
	of   *order
	want want
	list []line
	// count is the number of tasks of each group in the time shown, open says whether each has a row.
	count []int
	open  []bool
	parts map[int32]bool // tasks with rows for their parts
	heads []int          // the places of the rows of types in list
}

// want is what decides which rows there are.
type want struct {
	from, to tracefeed.Time
	room     int // rows of tasks for which there is room, and heads rows of types
	perHead  float64
	types    map[string]bool
	parts    []task.ID
	chosen   task.ID
}

func (a *want) equal(b *want) bool {
	return a.from == b.from && a.to == b.to && a.room == b.room && a.perHead == b.perHead && a.chosen == b.chosen &&
		sameMap(a.types, b.types) && slices.Equal(a.parts, b.parts)
}

// sameMap reports whether two maps are equal. Commands replace maps, so most often they are the same.
func sameMap(a, b map[string]bool) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if w, ok := b[k]; !ok || v != w {
			return false
		}
	}
	return true
}

// newLines chooses the rows of a picture.
func newLines(o *order, w want) *lines {
	l := &lines{of: o, want: w, count: make([]int, len(o.groups)), open: make([]bool, len(o.groups))}
	for i, e := range o.extents {
		if e.overlaps(w.from, w.to) {
			l.count[o.typeOf[i]]++
		}
	}
	l.parts = make(map[int32]bool, len(w.parts))
	for _, id := range w.parts {
		l.parts[int32(o.tasks.Lookup(id))] = true
	}
	l.unfold()
	chosen := o.tasks.Lookup(w.chosen)
	for g := range o.groups {
		if l.count[g] == 0 {
			continue
		}
		l.heads = append(l.heads, len(l.list))
		l.list = append(l.list, line{none, int32(g), 0})
		switch {
		case l.open[g]:
			for _, i := range o.groups[g].tasks {
				l.add(i, int32(g), 0)
			}
		case chosen >= 0 && o.typeOf[chosen] == int32(g):
			l.add(int32(chosen), int32(g), 0)
		}
	}
	return l
}

// unfold decides for which types each task has a row: where the user did not, for those with the fewest,
// as long as there is room.
func (l *lines) unfold() {
	room := float64(l.want.room)
	var rest []int
	for g, n := range l.count {
		if n == 0 {
			continue
		}
		room -= l.want.perHead
		on, decided := l.want.types[l.of.groups[g].name]
		switch {
		case !decided:
			rest = append(rest, g)
		case on:
			l.open[g] = true
			room -= float64(n)
		}
	}
	slices.SortStableFunc(rest, func(a, b int) int { return l.count[a] - l.count[b] })
	for _, g := range rest {
		if room -= float64(l.count[g]); room < 0 {
			return
		}
		l.open[g] = true
	}
}

// add adds the row of a task, if any of it is in the time shown, and those of its parts, if they have
// rows below it.
func (l *lines) add(i, g int32, depth int16) {
	if !l.of.extents[i].overlaps(l.want.from, l.want.to) {
		return
	}
	l.list = append(l.list, line{i, g, depth})
	if !l.parts[i] {
		return
	}
	for _, part := range l.of.sorted(l.of.tasks.Parts(int(i))) {
		l.add(part, g, depth+1)
	}
}

// find returns the index of the row of a place, or of the row that is now where it was.
func (l *lines) find(p view.TaskPlace) int {
	o := l.of
	chosen := o.tasks.Lookup(p.Task)
	if chosen >= 0 {
		if k := slices.IndexFunc(l.list, func(n line) bool { return int(n.task) == chosen }); k >= 0 {
			return k
		}
	}
	for k, n := range l.list {
		head := n.task == none
		switch {
		case chosen < 0:
			if head && o.groups[n.group].name == p.Type {
				return k
			}
		case n.group == o.typeOf[chosen] && !head && n.depth == 0 && o.place[n.task] > o.place[chosen]:
			return k
		case n.group > o.typeOf[chosen]:
			return max(k-1, 0)
		}
	}
	if chosen < 0 {
		return 0
	}
	return max(len(l.list)-1, 0)
}

// hasParts reports whether a task has parts in the time shown.
func (l *lines) hasParts(i int32) bool {
	return slices.ContainsFunc(l.of.tasks.Parts(int(i)), func(part int32) bool {
		return l.of.extents[part].overlaps(l.want.from, l.want.to)
	})
}
