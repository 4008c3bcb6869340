package markdown

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	renderer "github.com/yuin/goldmark/renderer/html"

	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/report/contents"
	"tiv/scene/view"
	"tiv/workspace"
)

// story is a deadlock of threads whose names NAME begins.
const story = `tiv-text 1
0s    A start name=ANAME
0s    B start name=BNAME
0s    C start name=Gamma
10ms  A monitor-enter MNAME
15ms  B monitor-enter N
20ms  A monitor-wait N
30ms  B monitor-wait MNAME
40ms  C monitor-wait MNAME
90ms  C run
`

// inTrace writes a name as a text trace has it.
func inTrace(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}

// written returns the report of the story with names, and its pictures.
func written(t *testing.T, name, folder string) (string, []Picture) {
	t.Helper()
	ws := workspace.New(name)
	tl := reduced.Story(t, strings.ReplaceAll(story, "NAME", inTrace(name)))
	ws.Update(tl, detect.Find(context.Background(), tl, nil))
	ws.Do(workspace.AddNote{Note: view.Note{Text: name + "\n# " + name, Moment: 30, Thread: 1}})
	drawn := 0
	r := contents.Report{Workspace: ws, Made: "tiv report '" + name + "'", Remarks: []string{name},
		Draw: func(*workspace.Workspace) ([]byte, error) { drawn++; return []byte(fmt.Sprint("picture ", drawn)), nil }}
	d, err := r.Make(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	pictures, err := Write(&b, d, folder)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), pictures
}

// rendered returns the HTML of Markdown, in which HTML is kept.
func rendered(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(renderer.WithUnsafe()))
	if err := md.Convert([]byte(text), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var (
	tag       = regexp.MustCompile(`<([a-zA-Z][a-zA-Z0-9]*)([^>]*)>`)
	source    = regexp.MustCompile(`^ src="x-pictures/[a-z0-9-]+\.png" alt="[^"]*"`)
	separator = regexp.MustCompile(`(^|[^\\])\|`)
)

// nasty are names that mean something in Markdown or HTML.
var nasty = []string{"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "a|b||c", "`a` ``b```", "[link](http://x.y)",
	"![p](http://x.y/z.png)",
	"**bold** _it_ ~~no~~", "# head", "- list", "1. one", "&lt;b&gt;&#60;", "a\\|b\\", "@someone #1", "</details>", "-->",
	"http://x.y www.x.y a@x.y",
	"\u202Egnp.exe", "\u2066x\u2069", "x\ny", "x\r\n\r\n# y", "```\nx", "a\x00\x1b", "\xff\xfe", strings.Repeat("long ", 1000)}

// Names and notes are untrusted: in any case they stay text.
func TestNastyNames(t *testing.T) {
	t.Parallel()
	elements := strings.Fields("h1 h2 h3 p table thead tbody tr th td ul ol li strong em code pre details summary blockquote img br")
	want := map[string]int{}
	for i, name := range append([]string{"plain"}, nasty...) {
		text, _ := written(t, name, "x-pictures")
		got := map[string]int{}
		for _, m := range tag.FindAllStringSubmatch(rendered(t, text), -1) {
			got[m[1]]++
			if !slices.Contains(elements, m[1]) || m[1] == "img" && !source.MatchString(m[2]) {
				t.Errorf("%q: there is an element %s", name, m[0])
			}
		}
		if i == 0 {
			want = got
		}
		for _, e := range []string{"h1", "h2", "h3", "tr", "td", "li", "img", "pre"} {
			if got[e] != want[e] || want[e] == 0 && e != "pre" {
				t.Errorf("%q: %d elements %s, want %d", name, got[e], e, want[e])
			}
		}
		for _, c := range "\u202E\u2066\u2069\x00\x1b\r" {
			if strings.ContainsRune(text, c) {
				t.Errorf("%q: the text has %U", name, c)
			}
		}
		if len(text) > 60_000 {
			t.Errorf("%q: %d bytes", name, len(text))
		}
	}
}

// A table has the same number of cells in all rows, and numbers on the right.
func TestTables(t *testing.T) {
	t.Parallel()
	text, _ := written(t, "a|b", "")
	cells, numbers := 0, 0
	for line := range strings.Lines(text) {
		n := len(separator.FindAllString(line, -1))
		if !strings.HasPrefix(line, "|") {
			cells = 0
			continue
		}
		if cells > 0 && n != cells {
			t.Errorf("%d cells, want %d: %s", n, cells, line)
		}
		cells = n
		numbers += strings.Count(line, "--:")
	}
	if numbers < 10 {
		t.Errorf("%d columns of numbers", numbers)
	}
}

// The text links to each picture once, or to none without a folder.
func TestPictures(t *testing.T) {
	t.Parallel()
	text, pictures := written(t, "Alpha", "my pictures")
	var names []string
	for _, p := range pictures {
		names = append(names, p.Name+" "+string(p.PNG))
		if n := strings.Count(text, "](my%20pictures/"+p.Name+")"); n != 1 {
			t.Errorf("%d links to %s", n, p.Name)
		}
	}
	if want := []string{"finding-1.png picture 3", "note-1.png picture 4", "overview-1.png picture 1",
		"overview-2.png picture 2"}; !slices.Equal(names, want) {
		t.Errorf("pictures %q, want %q", names, want)
	}
	text, pictures = written(t, "Alpha", "")
	if len(pictures) > 0 || strings.Contains(text, "![") {
		t.Errorf("%d pictures without a folder", len(pictures))
	}
	for _, words := range []string{"## What to fix first", "| 1 | deadlock |", "### 1. deadlock (error, observed)"} {
		if !strings.Contains(text, words) {
			t.Errorf("the text does not say %q", words)
		}
	}
}
