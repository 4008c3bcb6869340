package widget

import (
	"reflect"
	"strings"
	"testing"

	"tiv/docs"
)

func TestParseProse(t *testing.T) {
	t.Parallel()
	const page = "\nFirst line\nand *second* with `a*b*c`.\n\n## Head\n\n    quoted *as it is*\n\n- one [x](y)\n  " +
		"more\n2. two, see [b.md](b.md#part)\n" +
		"![a picture](p.png)\n\n<!-- a remark -->\n\\*a &lt; b\\* _c_ <http://d>\n```sh\n# not a heading\n\n```\n| a " +
		"| b |\n|--:|---|\n| `x \\| y` | **2** |\n"
	title := func(name string) string { return map[string]string{"b.md": "The title"}[name] }
	want := Prose{
		{text: "First line and second with a*b*c."},
		{kind: heading, text: "Head"},
		{kind: codeLine, text: "quoted *as it is*"},
		{kind: listItem, text: "• one x more"},
		{kind: listItem, text: "2. two, see “The title”"},
		{text: "*a < b* c http://d"},
		{kind: codeLine, text: "# not a heading"},
		{kind: codeLine},
		{kind: tableBlock, cells: [][]string{{"a", "b"}, {"x | y", "2"}}},
	}
	if got := ParseProse(page, title); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%v, want\n%v", got, want)
	}
}

// The pages have no marks left: the parser knows all of Markdown that they use.
func TestPagesArePlain(t *testing.T) {
	t.Parallel()
	for _, p := range docs.Pages() {
		for _, b := range ParseProse(p.Text, func(string) string { return "" }) {
			texts := []string{b.text}
			for _, row := range b.cells {
				if len(row) != len(b.cells[0]) {
					t.Errorf("%s: a row has %d cells: %q", p.Name, len(row), row)
				}
				texts = append(texts, row...)
			}
			for _, s := range texts {
				if b.kind != codeLine && (strings.Contains(s, "](") || strings.Contains(s, "```") ||
					strings.Contains(s, "**") || strings.HasPrefix(s, "|") || strings.HasPrefix(s, "#")) {
					t.Errorf("%s: %q", p.Name, s)
				}
			}
		}
	}
}
