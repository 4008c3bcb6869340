package tasking

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"tiv/task"
	"tiv/task/definition"
	"tiv/timeline"
)

// Path returns the path of the project's file of definitions; "" if the trace is no file.
func (t *Tasking) Path() string { return t.sources.Path }

// Text returns the project's definitions as they count now: the user's, or the contents of the file,
// which may have an error; "" without a file.
func (t *Tasking) Text() string { return cmp.Or(t.change.Text, t.sources.Text) }

// FileText returns the contents of the project's file as it was read with the trace; "" without one.
func (t *Tasking) FileText() string { return t.sources.Text }

// Revision counts the changes of definitions.
func (t *Tasking) Revision() int { return t.due.revision }

// Limited reports whether only some types of definitions count at first.
func (t *Tasking) Limited() bool { return len(t.types) > 0 }

// Read reads a text in place of the project's file. The error has all that is wrong, each a
// *definition.Error.
func (t *Tasking) Read(text string) (definition.List, error) {
	return definition.Read(cmp.Or(t.sources.Path, definition.FileName), strings.NewReader(text))
}

// Beginning returns the project's definitions with one by which calls of a function begin tasks in
// front of them; ok is false for a function without a name.
func (t *Tasking) Beginning(function string) (text string, ok bool) {
	d, ok := definition.OfFunction(function)
	if !ok {
		return "", false
	}
	text = t.Text()
	if _, err := t.Read(text); err != nil {
		text = ""
	}
	text, _ = definition.WithFirst(text, d)
	return text, true
}

// With returns the project's definitions with some behind them that definition.Definition.Element can
// write.
func (t *Tasking) With(list definition.List) string {
	text := t.Text()
	if _, err := t.Read(text); err != nil {
		text = ""
	}
	return definition.WithLast(text, list)
}

// IsOn reports whether definitions of a type count.
func (t *Tasking) IsOn(typ string) bool {
	on, changed := t.change.Types[typ]
	if !changed {
		on = !t.Limited() || slices.Contains(t.types, typ)
	}
	return on
}

// all returns all definitions, on or not, with some in place of those of the project's file.
func (t *Tasking) all(own definition.List) definition.List {
	s := t.sources
	s.Own = own
	return s.All()
}

// options returns the definitions that count, and the rules.
func (t *Tasking) options(own definition.List) task.Options {
	list := slices.DeleteFunc(t.all(own), func(d definition.Definition) bool { return !t.IsOn(d.Type) })
	return task.Options{Definitions: list, Tracking: t.rules}
}

// Draft is definitions that may count: those of the trace, with others in place of the project's file. It
// never changes, and is for any goroutine.
type Draft struct {
	all       definition.List
	from, own int // place and number of those in place of the file
	on        map[string]bool
	options   task.Options
	find      func(context.Context) (*task.Index, error) // the tasks of options
}

// Draft returns the definitions of the trace with others in place of those of the project's file.
func (t *Tasking) Draft(own definition.List) *Draft {
	d := &Draft{all: t.all(own), from: len(t.sources.Given), own: len(own), on: map[string]bool{}, options: t.options(own)}
	for _, typ := range d.all.Types() {
		d.on[typ] = t.IsOn(typ)
	}
	if slices.EqualFunc(own, t.own, definition.Definition.Equal) {
		d.find = t.Finder()
		return d
	}
	tl := t.due.tl
	d.find = func(ctx context.Context) (*task.Index, error) { return task.Build(ctx, tl, d.options) }
	return d
}

// Found is what a definition finds.
type Found struct {
	// Functions is the number of functions whose calls begin its tasks. Of a definition that is
	// off, it is the number if all were on.
	Functions int
	// Hint says why there are none, or which functions it may mean; "" for nothing.
	Hint string
}

// Match returns what each definition finds in a trace, without its calls.
func (d *Draft) Match(tl *timeline.Timeline) []Found {
	out := make([]Found, len(d.all))
	for i, n := range task.Match(tl, d.all).Functions() {
		out[i].Functions = n
	}
	m := task.Match(tl, d.options.Definitions)
	place := d.places()
	for i, n := range m.Functions() {
		out[place[i]].Functions = n
	}
	for _, u := range m.Unmatched() {
		out[place[u.Index]].Hint = u.Hint()
	}
	return out
}

// places returns, by the index of a definition that counts, its index in all.
func (d *Draft) places() (list []int) {
	for i := range d.all {
		if d.on[d.all[i].Type] {
			list = append(list, i)
		}
	}
	return list
}

// Count finds the tasks, and returns the number of those of each definition.
func (d *Draft) Count(ctx context.Context) ([]int, error) {
	x, err := d.find(ctx)
	if err != nil {
		return nil, err
	}
	out, place := make([]int, len(d.all)), d.places()
	for i := range x.Tasks {
		if of := x.Tasks[i].Definition; of >= 0 && of < len(place) {
			out[place[of]]++
		}
	}
	return out, nil
}

// Own returns what a list, by all definitions, has of those in place of the project's file; nil if it is nil.
func Own[T any](d *Draft, of []T) []T {
	if of == nil {
		return nil
	}
	return of[d.from : d.from+d.own]
}

// Type is a word in TYPE, by which definitions are switched on and off.
type Type struct {
	Name string
	On   bool
	// Definitions, Functions and Tasks count those of the type.
	Definitions, Functions, Tasks int
	// Own says that a definition is not a built-in one.
	Own bool
}

// Types returns the types of the definitions, sorted, with the results of Match and Count, as far as
// these are there.
func (d *Draft) Types(found []Found, tasks []int) (list []Type) {
	of := map[string]*Type{}
	for i := range d.all {
		name := d.all[i].Type
		t := of[name]
		if t == nil {
			t = &Type{Name: name, On: d.on[name]}
			of[name] = t
		}
		t.Definitions++
		t.Own = t.Own || !d.all[i].BuiltIn()
		if found != nil {
			t.Functions += found[i].Functions
		}
		if tasks != nil {
			t.Tasks += tasks[i]
		}
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		list = append(list, *of[name])
	}
	return list
}
