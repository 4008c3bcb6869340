package docs

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Every page of the folder but the gallery is listed, with a title and a text.
func TestPages(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".md") && name != "gallery.md" {
			want = append(want, name)
		}
	}
	for _, p := range Pages() {
		got = append(got, p.Name)
		if p.Title == "" || strings.HasPrefix(p.Title, "#") || len(p.Text) < 500 {
			t.Errorf("%s has the title %q and %d bytes", p.Name, p.Title, len(p.Text))
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the pages are %v, the files %v", got, want)
	}
}
