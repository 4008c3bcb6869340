package ui

import (
	"reflect"
	"slices"
	"testing"

	"tiv/scene/shape"
	"tiv/session"
	"tiv/ui/panel"
	"tiv/workspace"
)

// partsOf returns the fields of a struct that are parts.
func partsOf(of any) (list []panel.Part) {
	v := reflect.ValueOf(of).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() == reflect.Struct {
			f = f.Addr()
		}
		if !f.Type().Implements(reflect.TypeFor[panel.Part]()) {
			continue
		}
		list = append(list, reflect.NewAt(f.Type().Elem(), f.UnsafePointer()).Interface().(panel.Part))
	}
	return list
}

// Every panel and every dialog is in the lists by which they are laid out, waited for and
// closed.
func TestPartsAreListed(t *testing.T) {
	a := unopened(t, deadlock)
	for _, c := range []struct {
		of   any
		list panel.Parts
		want int
	}{{a.panels(), a.panels().all(), 12}, {&a.dialogs, a.dialogs.all(), 10}, {&a.dialogs.files, a.dialogs.all(), 6},
		{a.dialogs.slices, a.dialogs.all(), 3}} {
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

// What a trace still has to do keeps the window from being at rest.
func TestBusy(t *testing.T) {
	a := unopened(t, deadlock)
	d := a.Document
	if !a.busy() {
		t.Error("a trace is at rest before its first frame")
	}
	d.Frame = d.Builder.Frame(d.Workspace.Timeline, &d.Workspace.Look, shape.Canvas{Width: 800, Height: 600, Scale: 1})
	for d.Frame.Approximate || d.Frame.LinksPartial {
		d.Builder.Refine(func() {})
		d.Frame = d.Builder.Frame(d.Workspace.Timeline, &d.Workspace.Look, shape.Canvas{Width: 800, Height: 600, Scale: 1})
	}
	d.Stale = false
	if a.busy() {
		t.Fatal("the window is busy at rest")
	}
	for _, c := range []struct {
		what     string
		set, end func()
	}{
		{"a command", func() { d.Send(workspace.SeekEnd{}) }, func() { a.do(); d.Stale = false }},
		{"a change", func() { d.Stale = true }, func() { d.Stale = false }},
		{"a job", func() { d.Job = &session.Job{} }, func() { d.Job = nil }},
		{"a filter", func() { d.Workspace.Look.FilterPending = true }, func() { d.Workspace.Look.FilterPending = false }},
		{"a draft", func() { d.Frame.LinksPartial = true }, func() { d.Frame.LinksPartial = false }},
	} {
		if c.set(); !a.busy() {
			t.Errorf("the window is at rest beside %s", c.what)
		}
		if c.end(); a.busy() {
			t.Errorf("the window is busy after %s", c.what)
		}
	}
}
