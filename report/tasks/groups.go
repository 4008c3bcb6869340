package tasks

import (
	"slices"
	"strconv"

	"tiv/report"
	"tiv/report/table"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// grouping is something by which tasks are added up.
type grouping struct{ word, help string }

// groupings are in the order of menus.
var groupings = []grouping{
	{"type", "The tasks of a type."},
	{"thread", "The tasks on which a thread worked first."},
	{"object", "The tasks that began with a call on an object, by its number or address."},
	{"parent", "The parts of a task, without theirs."},
	{"slice", "The tasks with some work in a slice: each counts in all such slices."},
}

// Groupings lists the words for what tasks are added up by, the default first.
func Groupings() (words []string) {
	for _, g := range groupings {
		words = append(words, g.word)
	}
	return words
}

// GroupingHelp says what a row is in a table by one of Groupings.
func GroupingHelp(by string) string {
	return groupings[slices.IndexFunc(groupings, func(g grouping) bool { return g.word == by })].help
}

// grouper adds up tasks.
type grouper struct {
	x      *task.Index
	tl     *timeline.Timeline
	first  []tracefeed.ThreadID // by task
	slices []string
	in     [][]tracefeed.Time // by task and slice: its time there
}

// keys appends the groups of a task.
func (g *grouper) keys(by string) func(i int, list []key) []key {
	t := g.x.Tasks
	switch by {
	case "thread":
		return func(i int, list []key) []key { return append(list, key{int64(g.first[i]), idOf(g.tl, g.first[i])}) }
	case "object":
		return func(i int, list []key) []key { return append(list, key{t[i].Object, numbered(t[i].Object)}) }
	case "parent":
		return func(i int, list []key) []key { return append(list, key{int64(t[i].Around) + 1, numbered(t[i].Parent)}) }
	case "slice":
		return func(i int, list []key) []key {
			for k, name := range g.slices {
				if g.in[i][k] > 0 {
					list = append(list, key{int64(k) + 1, name})
				}
			}
			if len(list) == 0 {
				list = append(list, key{})
			}
			return list
		}
	}
	return func(i int, list []key) []key { return append(list, key{name: t[i].Type}) }
}

// numbered returns a number that is not 0; "" for 0.
func numbered(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// column is the first column of a table by one of Groupings.
func (g *grouper) column(by string) table.Column[Type] {
	none := map[string]string{"type": noName, "thread": "(nobody worked for them)", "object": "(no object)",
		"parent": "(no part of a task)", "slice": "(in no slice)"}[by]
	return table.Column[Type]{Head: table.Head{Name: by, Title: by, Help: GroupingHelp(by)},
		Text: func(y *Type) string { return y.Name }, Shown: func(y *Type) string {
			switch {
			case y.Name == "":
				return none
			case by == "thread":
				return nameOf(g.tl, tracefeed.ThreadID(y.key.n))
			case by == "parent":
				return "task " + y.Name + ", " + named(&g.x.Tasks[y.key.n-1])
			}
			return y.Name
		}}
}

// spots returns what the rows of a table by one of Groupings are about.
func (g *grouper) spots(rows []Type, fit []bool, by string) func(row int) report.Spot {
	keys := g.keys(by)
	return func(row int) report.Spot {
		s, longest := report.Spot{Moment: -1}, tracefeed.Time(-1)
		var list []key
		for i := range g.x.Tasks {
			if fit != nil && !fit[i] || rows[row].NoTask {
				continue
			}
			if list = keys(i, list[:0]); !slices.Contains(list, rows[row].key) {
				continue
			}
			t := &g.x.Tasks[i]
			s.Tasks = append(s.Tasks, t.ID())
			if d := t.End - t.Start; d > longest {
				longest, s.Task, s.Moment = d, t.ID(), t.Start
			}
		}
		return s
	}
}
