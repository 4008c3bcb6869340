package formats

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/report/contents"
	"tiv/workspace"
)

const png = "\x89PNG\r\n\x1a\n"

// made returns a document with pictures.
func made(t *testing.T) *contents.Document {
	t.Helper()
	ws := workspace.New("a")
	tl := reduced.Story(t, "tiv-text 1\n0s A start\n1s A end\n")
	ws.Update(tl, ws.Report)
	r := contents.Report{Workspace: ws, Draw: func(*workspace.Workspace) ([]byte, error) { return []byte(png), nil }}
	d, err := r.Make(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A format is chosen by its name, or by the extension of the file.
func TestOf(t *testing.T) {
	t.Parallel()
	for _, x := range [][3]string{{"", "a.html", "html"}, {"", "a", "html"}, {"", "-", "html"}, {"", "a.b.PDF", "pdf"},
		{"", "x/a.md", "markdown"},
		{"", "a.markdown", "markdown"}, {"pdf", "a.md", "pdf"}, {"markdown", "-", "markdown"}, {"html", "a.pdf", "html"}} {
		if got := Of(x[0], x[1]).Name; got != x[2] {
			t.Errorf("format %q of %s: %s, want %s", x[0], x[1], got, x[2])
		}
	}
}

// Markdown has its pictures in a folder beside it, unless it is written to a stream. It
// replaces pictures, and nothing else.
func TestMarkdown(t *testing.T) {
	t.Parallel()
	d, f, dir := made(t), Of("markdown", ""), t.TempDir()
	path := filepath.Join(dir, "a b.md")
	for range 2 {
		if err := f.Save(path, d); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil || !f.Kind.Has(text) || strings.Count(string(text), "(a%20b-pictures/overview-") != 2 {
		t.Errorf("%v: %s", err, text)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if want := []string{filepath.Join(dir, "a b-pictures", "overview-1.png"),
		filepath.Join(dir, "a b-pictures", "overview-2.png")}; err != nil || !slices.Equal(names, want) {
		t.Errorf("%v: files %q, want %q", err, names, want)
	}
	if data, err := os.ReadFile(names[1]); err != nil || string(data) != png {
		t.Errorf("%v: a picture is %q", err, data)
	}
	if err := os.WriteFile(names[1], []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.Save(path, d); err == nil || !strings.Contains(err.Error(), names[1]) {
		t.Errorf("a file that is no picture: %v", err)
	}
	if data, _ := os.ReadFile(names[1]); string(data) != "mine" {
		t.Errorf("it is %q now", data)
	}
	var b bytes.Buffer
	if err := f.Write(&b, d); err != nil || strings.Contains(b.String(), "![") {
		t.Errorf("%v: a stream links to pictures", err)
	}
}

// TestParts has the sentences and the parts of a section.
func TestParts(t *testing.T) {
	t.Parallel()
	d := made(t)
	d.Tables = []contents.Table{{ID: "tasks", Title: "Tasks", Words: []string{"pay waits."}, Parts: []contents.Table{{Title: "Slowest"}}}}
	for name, want := range map[string][]string{
		"html":     {"<p>pay waits.</p>", ">Slowest</h3>"},
		"markdown": {"\n## Tasks\n", "\npay waits.\n", "\n### Slowest\n"},
	} {
		var b bytes.Buffer
		f := Of(name, "")
		if err := f.Write(&b, d); err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(b.String(), w) {
				t.Errorf("%s: no %q", name, w)
			}
		}
	}
}
