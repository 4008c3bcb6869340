package where_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"tiv/task/where"
)

var update = flag.Bool("update", false, "write the table of words anew")

// TestDocsOfWords checks that docs/tasks.md has all words.
func TestDocsOfWords(t *testing.T) {
	t.Parallel()
	const path, begin, end = "../../docs/tasks.md", "<!-- words: begin -->\n", "<!-- words: end -->\n"
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(raw), begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no table of words", path)
	}
	var want strings.Builder
	want.WriteString("| word | meaning | example |\n|---|---|---|\n")
	for _, w := range where.Words() {
		fmt.Fprintf(&want, "| `%s` | %s | `%s` |\n", w.Name, w.Help, w.Example)
	}
	if *update {
		if err := os.WriteFile(path, []byte(before+begin+want.String()+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if table != want.String() {
		t.Errorf("the table of %s differs; go test ./task/where -run TestDocsOfWords -update writes it anew", path)
	}
}
