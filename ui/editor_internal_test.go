package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// The path of a trace is one argument of the user's command, whatever it contains.
func TestEditorCommand(t *testing.T) {
	t.Parallel()
	const evil = "/x/a b;rm -rf $HOME&{line}/main.go"
	for _, x := range []struct {
		setting, visual, editor, path string
		want                          []string
	}{
		{"", "", "vi", "/x/main.go", []string{"vi", "+7", "/x/main.go"}},
		{"", "emacs -nw", "vi", evil, []string{"emacs", "-nw", "+7", evil}},
		{"", "", "/usr/bin/code -w", "/x/main.go", []string{"/usr/bin/code", "-w", "--goto", "/x/main.go:7"}},
		{"myedit --at {line} {path}", "", "vi", "/x/a b.go", []string{"myedit", "--at", "7", "/x/a b.go"}},
		{"myedit -r", "", "", evil, []string{"myedit", "-r", evil}},
		{"vscode://file/{path}:{line}", "", "", "/x/a b?#.go", []string{urlCommand("")[0], "vscode://file//x/a%20b%3F%23.go:7"}},
	} {
		env := map[string]string{"VISUAL": x.visual, "EDITOR": x.editor}
		got, err := editorCommand(x.setting, func(name string) string { return env[name] }, x.path, 7)
		if err != nil || !slices.Equal(got, x.want) {
			t.Errorf("%q, %q: %q, %v; want %q", x.setting, x.editor, got, err, x.want)
		}
	}
	if got, err := editorCommand(" ", func(string) string { return "" }, "/x", 1); err == nil {
		t.Errorf("without an editor: %q", got)
	}
	for _, path := range []string{"-c:!touch", "main.go", "//host/share/x.go", `\\host\share`,
		filepath.Join(t.TempDir(), "none"), t.TempDir()} {
		if err := (&launcher{}).edit("", path, 1); err == nil {
			t.Errorf("%q was opened", path)
		}
	}
}

// Lines of a source file come with their neighbours, from regular files alone.
func TestReadLines(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "main.go")
	lines := []string{"one", "\ttwo\x1b[31m", "three", "four", "five", "six", "seven", "eight"}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := readLines(path, 5)
	if err != nil || len(got) != 7 || got[0].number != 2 || strings.ContainsRune(got[0].text, '\x1b') || got[6].text != "eight" {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := readLines(path, 9); err == nil {
		t.Errorf("line 9 of 8: %+v", got)
	}
	if got, err := readLines(filepath.Dir(path), 1); err == nil {
		t.Errorf("of a folder: %+v", got)
	}
}

func TestStackText(t *testing.T) {
	t.Parallel()
	stack := []tracefeed.Frame{{Func: "main.f", File: "/x/main.go", Line: 7}, {Func: "main.g"}}
	if got, want := stackText("worker 3", stack), "worker 3:\nmain.f\n\t/x/main.go:7\nmain.g\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
