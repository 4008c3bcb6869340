package tasks

import (
	"cmp"

	"tiv/report/table"
)

// text returns a column of texts.
func text[R any](name, title string, get func(*R) string) table.Column[R] {
	return table.Column[R]{Head: table.Head{Name: name, Title: title}, Text: get}
}

// noName stands for an empty name in texts for people.
const noName = "(no name)"

// shownName returns a name for people.
func shownName(name string) string { return cmp.Or(name, noName) }

// definedBy is the column of what begins tasks. People see it where handlers that were found do.
func definedBy[R any](rows []R, get func(*R) string) table.Column[R] {
	found := false
	for i := range rows {
		found = found || get(&rows[i]) == "found"
	}
	return table.Column[R]{Head: table.Head{Name: "defined_by", Title: "defined by", Aside: !found, Short: true,
		Help: "What begins the tasks: the trace names them, a definition does, or a handler that was found, because nothing else " +
			"defines tasks."}, Text: get}
}
