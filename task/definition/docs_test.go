package definition

import (
	"os"
	"strings"
	"testing"
)

// The example of docs/tasks.md is read, and its names have the parts that it says.
func TestDocs(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/tasks.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(page), "```xml\n")
	example, _, _ = strings.Cut(example, "```")
	if l, err := Read("tasks.md", strings.NewReader(example)); err != nil || len(l) != 3 {
		t.Errorf("%d definitions, %v", len(l), err)
	}
	for name := range fields {
		if !strings.Contains(string(page), "| `"+name+"` |") && !strings.Contains(string(page), "| `"+name+"=") {
			t.Errorf("no line has %s", name)
		}
	}
	_, names, _ := strings.Cut(string(page), "| language |")
	names, _, _ = strings.Cut(names, "\n\n")
	rows := strings.Split(names, "\n")[2:]
	for _, row := range rows {
		cell := strings.Split(row, "|")
		name, method := strings.Trim(cell[2], " `"), strings.Trim(cell[4], " `")
		for class := range strings.SplitSeq(cell[3], " or ") {
			d := Definition{Class: strings.Trim(class, " `"), Method: method}
			if m := (List{d}).Match(functions(name), nil); m.Of(0) != 0 {
				t.Errorf("%s does not match %s", d, name)
			}
		}
	}
	if len(rows) < 8 {
		t.Errorf("only %d names", len(rows))
	}
}
