package scene

import (
	"reflect"
	"testing"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Every choice that is on or off has a name in saved views, a label and a sentence of its own,
// and can be switched by its name.
func TestSwitches(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	of := reflect.TypeFor[view.Options]()
	for i := range of.NumField() {
		if tag := of.Field(i).Tag.Get("json"); tag == "" || seen[tag] {
			t.Errorf("%s has no name in saved views, or that of another", of.Field(i).Name)
		} else {
			seen[tag] = true
		}
	}
	for _, name := range view.Switches() {
		if name.Label() == "" || len(name.Help()) < 20 || seen[name.Label()] {
			t.Errorf("%s: label %q, help %q", name, name.Label(), name.Help())
		}
		seen[name.Label()] = true
		var o view.Options
		if o.Switch(name, true); !o.IsOn(name) || o == (view.Options{}) {
			t.Errorf("%s cannot be switched on", name)
		}
		if o.Switch(name, false); o.IsOn(name) || o != (view.Options{}) {
			t.Errorf("%s cannot be switched off", name)
		}
	}
	var o view.Options
	if o.Switch("level", true); o != (view.Options{}) || o.IsOn("level") || o.IsOn("no such") || view.Option("no such").Label() != "" {
		t.Error("what is no switch can be switched")
	}
}

// Without garbage collections, a picture is that of a trace that has none.
func TestNoCollections(t *testing.T) {
	t.Parallel()
	tl := story(t, "0s A start\n10s A end\n")
	tl.GC = []timeline.Interval{{Start: tracefeed.Second, End: 2 * tracefeed.Second}}
	none := story(t, "0s A start\n10s A end\n")
	for _, kind := range []*view.Kind{view.Free, view.Timeline, view.Execution} {
		drawn := func(tl *timeline.Timeline, without bool) (shape.Mesh, shape.Overlay) {
			look := view.LookAt(tl)
			look.Kind, look.NoCollections = kind, without
			f := new(Builder).Frame(tl, &look, shape.Canvas{Width: 640, Height: 360, Scale: 1})
			return f.Views[0].Below, f.Overlay
		}
		with, _ := drawn(tl, false)
		got, texts := drawn(tl, true)
		want, wantTexts := drawn(none, false)
		if reflect.DeepEqual(with, want) || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(texts, wantTexts) {
			t.Errorf("%v: collections are drawn: %t before, %t without", kind, !reflect.DeepEqual(with, want),
				!reflect.DeepEqual(got, want))
		}
	}
}

func TestHyphened(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"SetStep": "set-step", "InTime": "in-time", "Open": "open",
		"SetURLOf": "set-url-of", "": ""} {
		if got := view.Hyphened(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
