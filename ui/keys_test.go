package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"tiv/command"
	"tiv/scene/view"
	"tiv/session"
	"tiv/ui/input"
	"tiv/ui/keys"
	"tiv/workspace/prefs"
)

// In each preset, no two commands have the same key, each key gives its command, and every
// command with a key in any preset has one.
func TestPresets(t *testing.T) {
	for _, p := range input.Presets {
		for name, keys := range p.Keys {
			if e := command.EntryNamed(name); e == nil || e.Keys == keys {
				t.Errorf("%s: %q is no command, or has these keys anyway", p.Name, name)
			}
		}
		m := keys.New(&prefs.Prefs{KeyPreset: p.Name})
		if err := m.Rebuild(); err != nil {
			t.Fatal(err)
		}
		for _, e := range command.Entries() {
			if lost := m.Lost(e.Name); len(lost) > 0 {
				t.Errorf("%s: %q cannot have %v: that is %q", p.Name, e.Name, prefs.Words(lost), m.Command(lost[0]))
			}
			keys, err := prefs.ParseChords(m.Keys(e.Name))
			if err != nil || e.Keys != "" && len(keys) == 0 {
				t.Errorf("%s: %q has no key", p.Name, e.Name)
			}
			for k, c := range keys {
				if m.Command(c) != e.Name || slices.Contains(keys[:k], c) {
					t.Errorf("%s: %v gives %q, not %q, or stands there twice", p.Name, c, m.Command(c), e.Name)
				}
			}
		}
	}
}

// Each command of the window has a handler, and no handler is left over.
func TestHandlers(t *testing.T) {
	var want, got []string
	for _, k := range command.Kinds() {
		if k.Window {
			want = append(want, k.Name)
		}
	}
	see := func(of reflect.Type, knows bool) {
		got = append(got, view.Hyphened(of.Name()))
		if !knows && of.NumField() == 1 && of.Field(0).Name == "On" {
			t.Errorf("%v has a field On, and its handler does not know whether it is on", of)
		}
	}
	for _, h := range handlers {
		see(h.Of, h.IsOn != nil)
	}
	for _, h := range session.Handlers {
		see(h.Of, h.IsOn != nil)
	}
	slices.Sort(want)
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Equal(got, want) {
		t.Errorf("there are handlers of\n%q, and commands\n%q", got, want)
	}
}

// Every name of an entry that stands in the source is that of an entry.
func TestNamesOfEntries(t *testing.T) {
	paths := sourceFiles(t)
	of := map[string]bool{"items": true, "CommandTip": true, "EntryNamed": true, "Keys": true, "LabelOf": true}
	checked := 0
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			f, ok := c.Fun.(*ast.SelectorExpr)
			if ok && of[f.Sel.Name] {
				for _, a := range c.Args {
					if l, ok := a.(*ast.BasicLit); ok {
						name, _ := strconv.Unquote(l.Value)
						if checked++; name != "" && command.EntryNamed(name) == nil {
							t.Errorf("%s: no entry is called %q", path, name)
						}
					}
				}
			}
			return true
		})
	}
	for _, x := range startKeys {
		if command.EntryNamed(x.command) == nil {
			t.Errorf("the start page names %q, which is no entry", x.command)
		}
	}
	if checked < 60 {
		t.Errorf("only %d names were found", checked)
	}
}

// Keys that older versions saved for a view by its number are still those of the view.
func TestOldKeys(t *testing.T) {
	config := t.TempDir()
	old := prefs.Prefs{Keys: map[string]string{"view 2": "Ctrl+T", "lanes": "Ctrl+L"}}
	if err := old.Save(config); err != nil {
		t.Fatal(err)
	}
	keys := newApp(Options{Options: session.Options{Config: config}}).Keys
	if keys.Keys("view timeline") != "Ctrl+T" || keys.Keys("lanes") != "Ctrl+L" {
		t.Errorf("%q, %q", keys.Keys("view timeline"), keys.Keys("lanes"))
	}
}
