package launch

import (
	"path/filepath"
	"slices"
	"testing"
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
		{"vscode://file/{path}:{line}", "", "", "/x/a b?#.go", []string{URL("")[0], "vscode://file//x/a%20b%3F%23.go:7"}},
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
		if err := (&Launcher{}).Edit("", path, 1); err == nil {
			t.Errorf("%q was opened", path)
		}
	}
}
