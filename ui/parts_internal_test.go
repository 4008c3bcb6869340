package ui

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"tiv/internal/task"
	"tiv/scene"
	"tiv/workspace"
)

// partsOf returns the fields of a struct that are parts.
func partsOf(of any) (list []part) {
	v := reflect.ValueOf(of).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() == reflect.Struct {
			f = f.Addr()
		}
		if !f.Type().Implements(reflect.TypeFor[part]()) {
			continue
		}
		list = append(list, reflect.NewAt(f.Type().Elem(), f.UnsafePointer()).Interface().(part))
	}
	return list
}

// Every panel and every dialog is in the lists by which they are laid out, waited for and
// closed.
func TestPartsAreListed(t *testing.T) {
	a := unopened(t, deadlock)
	for _, c := range []struct {
		of   any
		list parts
		want int
	}{{a.panels(), a.panels().all(), 12}, {&a.dialogs, a.dialogs.all(), 15}, {a.dialogs.slices, a.dialogs.all(), 4}} {
		all := partsOf(c.of)
		if len(all) < c.want {
			t.Errorf("%T: only %d parts are found", c.of, len(all))
		}
		for _, p := range all {
			if !slices.Contains(c.list, p) {
				t.Errorf("%T: %T is not in the list", c.of, p)
			}
		}
	}
}

// pend starts a task that ends once it is cancelled.
func pend[K comparable, T any](l *task.Latest[K, T]) {
	var key K
	l.Update(key, func(ctx context.Context, _ func(float64)) (result T, err error) {
		<-ctx.Done()
		return result, ctx.Err()
	}, func() {})
}

// What a trace still has to do keeps the window from being at rest.
func TestBusy(t *testing.T) {
	a := unopened(t, deadlock)
	d, bar, edit := a.document, &a.panels().playback.bar, &a.dialogs.slices.edit
	if !a.busy() {
		t.Error("a trace is at rest before its first frame")
	}
	d.frame = d.builder.Frame(d.ws.Timeline, &d.ws.Look, scene.Canvas{Width: 800, Height: 600, Scale: 1})
	for d.frame.Approximate || d.frame.LinksPartial {
		d.builder.Refine(func() {})
		d.frame = d.builder.Frame(d.ws.Timeline, &d.ws.Look, scene.Canvas{Width: 800, Height: 600, Scale: 1})
	}
	d.stale = false
	if a.busy() {
		t.Fatal("the window is busy at rest")
	}
	for _, c := range []struct {
		what     string
		set, end func()
	}{
		{"a command", func() { d.send(workspace.SeekEnd{}) }, func() { d.commands = nil }},
		{"a change", func() { d.stale = true }, func() { d.stale = false }},
		{"a job", func() { d.job = &job{} }, func() { d.job = nil }},
		{"a filter", func() { d.ws.Look.FilterPending = true }, func() { d.ws.Look.FilterPending = false }},
		{"a draft", func() { d.frame.LinksPartial = true }, func() { d.frame.LinksPartial = false }},
		{"the overview", func() { bar.overview.unfinished, bar.overview.seen = true, true }, func() { bar.overview.seen = false }},
		{"a table", func() { a.panels().tables.seen = true; pend(&a.panels().tables.tables[0].list) },
			func() { a.panels().tables.close() }},
		{"a dialog", func() { edit.open = true; pend(&edit.shares) }, func() { edit.close() }},
	} {
		if c.set(); !a.busy() {
			t.Errorf("the window is at rest beside %s", c.what)
		}
		if c.end(); a.busy() {
			t.Errorf("the window is busy after %s", c.what)
		}
	}
}

// A closed tab ends the sums of the panel Selection: they read its trace.
func TestClosedTabEndsSums(t *testing.T) {
	a := unopened(t, deadlock)
	group := &a.panels().selection.group
	pend(&group.sum)
	pend(&group.now.now)
	a.tabs.shown.panels.all().close()
	if _, runs := group.sum.Running(); runs {
		t.Error("the sum goes on")
	}
	if _, runs := group.now.now.Running(); runs {
		t.Error("the states go on")
	}
}
