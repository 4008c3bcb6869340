package workspace_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tiv/execution/slice"
	"tiv/expression"
	"tiv/workspace/filter"
	"tiv/workspace/loader"
)

var update = flag.Bool("update", false, "write the table of words in docs/expressions.md anew")

// The tables of formats and of their limits have a row for each format, and for no other.
func TestDocsOfFormats(t *testing.T) {
	t.Parallel()
	var want []string
	for _, f := range loader.Formats() {
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

// The table of words has those of filters and of each kind of slices.
func TestDocsOfWords(t *testing.T) {
	t.Parallel()
	const path, begin, end = "../docs/expressions.md", "<!-- words: begin -->\n", "<!-- words: end -->\n"
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(raw), begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no table of words", path)
	}
	want := wordTable()
	if *update {
		if err := os.WriteFile(path, []byte(before+begin+want+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if table != want {
		t.Errorf("the table of %s differs; go test ./workspace -run TestDocsOfWords -update writes it anew", path)
	}
}

// wordTable returns the table of words: a row for each word and meaning, in the order in
// which they are listed.
func wordTable() string {
	var rows []expression.Word
	in := map[expression.Word][]string{}
	add := func(language string, words []expression.Word) {
		for _, w := range words {
			if in[w] == nil {
				rows = append(rows, w)
			}
			in[w] = append(in[w], language)
		}
	}
	add("filters", filter.Words())
	for _, k := range slice.Kinds() {
		add(k.String(), k.Language().Words)
	}
	slices.SortStableFunc(rows, func(a, b expression.Word) int { return strings.Compare(a.Name, b.Name) })
	table := "| word | in | meaning | example |\n|---|---|---|---|\n"
	for _, w := range rows {
		table += fmt.Sprintf("| `%s` | %s | %s | `%s` |\n", w.Name, strings.Join(in[w], ", "), w.Help, w.Example)
	}
	return table
}
