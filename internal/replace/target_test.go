package replace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Files of the same kind and empty files may be replaced, sources never, and
// other files by force alone.
func TestCheck(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, contents string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(contents), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	kind := Magic("a picture", "PNG")
	picture, other, empty := file("a.png", "PNG..."), file("b.txt", "text"), file("c", "")
	link := filepath.Join(dir, "link")
	if err := os.Symlink(picture, link); err != nil {
		t.Fatal(err)
	}
	source := Source{picture, "trace"}
	for _, x := range []struct {
		path, says string
		sources    []Source
		foreign    bool
	}{
		{path: picture},
		{path: empty},
		{path: filepath.Join(dir, "none")},
		{path: filepath.Join(dir, "none", "x"), says: "no such directory"},
		{path: filepath.Join(other, "x"), says: "not a directory"},
		{path: dir, says: "is a directory"},
		{path: os.DevNull},
		{path: other, says: "exists and is not a picture; choose another name", foreign: true},
		{path: picture, sources: []Source{{other, "trace"}}},
		{path: picture, sources: []Source{{"", "trace"}, source}, says: "is the trace that is read"},
		{path: link, sources: []Source{source}, says: "is the trace that is read"},
	} {
		err := Check(x.path, kind, x.sources...)
		if (err != nil) != (x.says != "") || errors.Is(err, ErrForeign) != x.foreign ||
			err != nil && !strings.Contains(err.Error(), x.says) {
			t.Errorf("%s, %v: %v, want %q", x.path, x.sources, err, x.says)
		}
	}
}
