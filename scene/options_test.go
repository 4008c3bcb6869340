package scene

import (
	"reflect"
	"testing"
)

// Every choice that is on or off has a name in saved views, a label and a sentence of its own,
// and can be switched by its name.
func TestSwitches(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	of := reflect.TypeFor[Options]()
	for i := range of.NumField() {
		if tag := of.Field(i).Tag.Get("json"); tag == "" || seen[tag] {
			t.Errorf("%s has no name in saved views, or that of another", of.Field(i).Name)
		} else {
			seen[tag] = true
		}
	}
	for _, name := range Switches() {
		if name.Label() == "" || len(name.Help()) < 20 || seen[name.Label()] {
			t.Errorf("%s: label %q, help %q", name, name.Label(), name.Help())
		}
		seen[name.Label()] = true
		var o Options
		if o.Switch(name, true); !o.IsOn(name) || o == (Options{}) {
			t.Errorf("%s cannot be switched on", name)
		}
		if o.Switch(name, false); o.IsOn(name) || o != (Options{}) {
			t.Errorf("%s cannot be switched off", name)
		}
	}
	var o Options
	if o.Switch("level", true); o != (Options{}) || o.IsOn("level") || o.IsOn("no such") || Option("no such").Label() != "" {
		t.Error("what is no switch can be switched")
	}
}

func TestHyphened(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"SetStep": "set-step", "InTime": "in-time", "Open": "open", "SetURLOf": "set-url-of", "": ""} {
		if got := Hyphened(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
