package prefs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/tracefeed/interpreter"
)

// definition returns a file of one interpreter.
func definition(name string) string {
	return `{"interpreters": [{"name": "` + name + `", "command": ["true"], "when": [{"file": "*.x"}]}]}`
}

// put writes a file, with its folders.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// The files of a project precede the user's own. They count once they are trusted, until they
// change, and at their place only.
func TestInterpreters(t *testing.T) {
	top, own := t.TempDir(), t.TempDir()
	t.Setenv(variable, own)
	trace := filepath.Join(top, "runs", "today", "a.x")
	near, far := filepath.Join(top, "runs", InterpreterFile), filepath.Join(top, InterpreterFile)
	put(t, trace, "")
	put(t, near, definition("near"))
	put(t, far, definition("far"))
	put(t, filepath.Join(own, InterpreterFile), definition("own"))
	chosen := func() string {
		c, ok := interpreter.Choose(Interpreters(trace), trace, nil)
		if !ok {
			t.Fatal("none is chosen")
		}
		if !c.File.Trusted {
			return c.Name + " untrusted"
		}
		return c.Name
	}
	if got := chosen(); got != "own" {
		t.Errorf("%s, want the user's own before what is not trusted", got)
	}
	for _, path := range []string{far, near} {
		if list, err := TrustInterpreters(path); err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		want := "far"
		if path == near {
			want = "near"
		}
		if got := chosen(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	put(t, near, definition("near")+" ")
	if got := chosen(); got != "far" {
		t.Errorf("after a change: %s", got)
	}
	put(t, near, definition("near"))
	if got := chosen(); got != "near" {
		t.Errorf("as it was: %s", got)
	}
	put(t, filepath.Join(top, "runs", "today", InterpreterFile), definition("near"))
	if got := chosen(); got != "near" || Interpreters(trace)[0].Trusted {
		t.Errorf("at another place it is trusted, too: %s", got)
	}
	if err := DistrustInterpreters(near); err != nil {
		t.Fatal(err)
	}
	if err := DistrustInterpreters(near); err == nil {
		t.Error("the trust is taken back twice")
	}
	if got := chosen(); got != "far" {
		t.Errorf("without trust: %s", got)
	}
	if err := os.Remove(filepath.Join(own, InterpreterFile)); err != nil {
		t.Fatal(err)
	}
	if err := DistrustInterpreters(far); err != nil {
		t.Fatal(err)
	}
	if got := chosen(); got != "near untrusted" {
		t.Errorf("without any trusted one: %s", got)
	}
}

// Nothing that is wrong counts as trust.
func TestBrokenTrust(t *testing.T) {
	top, own := t.TempDir(), t.TempDir()
	t.Setenv(variable, own)
	path := filepath.Join(top, InterpreterFile)
	trace := filepath.Join(top, "a.x")
	put(t, trace, "")
	if _, err := TrustInterpreters(path); err == nil {
		t.Error("a file that is not there is trusted")
	}
	put(t, path, "{")
	if _, err := TrustInterpreters(path); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Error(err)
	}
	other := filepath.Join(top, "other.json")
	put(t, other, definition("a"))
	if _, err := TrustInterpreters(other); err == nil {
		t.Error("a file with another name is trusted")
	}
	put(t, path, definition("a"))
	list := filepath.Join(own, trustFile)
	for _, text := range []string{"", "null", "[]", "{"} {
		put(t, list, text)
		if files := Interpreters(trace); len(files) != 1 || files[0].Trusted || files[0].Err == nil {
			t.Errorf("a list %q: %+v", text, files)
		}
		if _, err := TrustInterpreters(path); err == nil {
			t.Errorf("a list %q is replaced", text)
		}
	}
	put(t, list, `{"`+path+`": ""}`)
	if files := Interpreters(trace); files[0].Trusted {
		t.Error("an empty hash is trust")
	}
	t.Setenv(variable, "off")
	if _, err := TrustInterpreters(path); err == nil {
		t.Error("trust is kept without settings")
	}
	if files := Interpreters(trace); len(files) != 1 || files[0].Trusted {
		t.Errorf("without settings: %+v", files)
	}
}
