package workspace_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tiv/workspace"
)

// The tables of formats and of their limits have a row for each format, and for no other.
func TestDocsOfFormats(t *testing.T) {
	t.Parallel()
	var want []string
	for _, f := range workspace.Formats() {
		want = append(want, f.Name)
	}
	slices.Sort(want)
	for page, heading := range map[string]string{"formats": "| format |", "limits": "| source |"} {
		text, err := os.ReadFile("../docs/" + page + ".md")
		if err != nil {
			t.Fatal(err)
		}
		_, table, ok := strings.Cut(string(text), heading)
		if !ok {
			t.Fatalf("%s.md has no table %q", page, heading)
		}
		table, _, _ = strings.Cut(table, "\n\n")
		var got []string
		for _, row := range strings.Split(table, "\n")[2:] {
			sources, _, _ := strings.Cut(strings.TrimPrefix(row, "|"), "|")
			sources, _, _ = strings.Cut(sources, ", by `") // the command that records it
			for _, name := range regexp.MustCompile("`([a-z-]+)`").FindAllStringSubmatch(sources, -1) {
				got = append(got, name[1])
			}
		}
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("%s.md has rows for %v, the formats are %v", page, got, want)
		}
	}
}
