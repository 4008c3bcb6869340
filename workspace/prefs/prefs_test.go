package prefs

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestSaveAndLoad(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "folder")
	want := Prefs{Palette: "light", Scale: 1.5, Abrupt: true, WheelTime: true, LegendStrip: true, MouseUsed: true,
		KeyPreset: "Vim", Keys: map[string]string{"play": "k"}, TourDone: true, NoKeyHints: true, KeysUsed: []string{"play"}, Layout: "[x]"}
	for i := range 30 {
		want.Open(fmt.Sprint("/traces/", i))
	}
	want.Open("/traces/20")
	if len(want.Recent) != maxRecent || want.Recent[0] != "/traces/20" || want.Recent[1] != "/traces/29" {
		t.Errorf("recent: %v", want.Recent)
	}
	want.Open("-")
	if want.Open("demo:two-locks"); want.Recent[0] != "demo:two-locks" || want.Recent[1] != "/traces/20" {
		t.Errorf("with a demo: %v", want.Recent)
	}
	if err := want.Save(dir); err != nil {
		t.Fatal(err)
	}
	if got, err := Load(dir); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("saved %+v, loaded %+v, %v", want, got, err)
	}
}

func TestNoFolder(t *testing.T) {
	t.Parallel()
	if p, err := Load(""); err != nil || !reflect.DeepEqual(p, Prefs{}) {
		t.Errorf("%+v, %v", p, err)
	}
	if err := (Prefs{Scale: 2}).Save(""); err != nil {
		t.Error(err)
	}
}

func TestBroken(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "{", "[]", `{"keys":3}`, strings.Repeat("[", 2*maxSize)} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if p, err := Load(dir); err == nil || !reflect.DeepEqual(p, Prefs{}) {
			t.Errorf("%.20q: %+v, %v", bad, p, err)
		}
		if got, _ := os.ReadFile(filepath.Join(dir, name+".broken")); string(got) != bad {
			t.Errorf("%.20q is not kept", bad)
		}
	}
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, name), []byte(`{"scale":1e30}`), 0o600)
	if p, err := Load(dir); err != nil || p.Scale != 0 {
		t.Errorf("a scale of 1e30 is %v, %v", p.Scale, err)
	}
}
