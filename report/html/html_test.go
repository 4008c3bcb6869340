package html

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/report"
	"tiv/report/contents"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/loader"
	"tiv/workspace/saved"
)

// opened is a workspace on a trace that is given as text.
func opened(t *testing.T, name, trace string) *workspace.Workspace {
	t.Helper()
	source, err := tracefeed.OpenInput(tracefeed.Input{Name: name, Reader: strings.NewReader(trace), Size: int64(len(trace))},
		loader.Formats())
	if err != nil {
		t.Fatal(err)
	}
	l := loader.Start(source, loader.Options{Findings: true})
	t.Cleanup(func() { l.Close() })
	all, err := l.WaitFindings()
	if err != nil {
		t.Fatal(err)
	}
	ws := workspace.New(name)
	ws.Update(all.Timeline, all.Report)
	return ws
}

// element is an element of a document, with its text.
type element struct {
	name string
	attr map[string]string
	text string
}

// elements reads a document strictly: it is written so that it is XML too. In each
// of them is the text of those inside.
func elements(t *testing.T, doc string) (all []element) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(doc))
	var open []int
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatalf("%v: …%s", err, doc[max(0, int(d.InputOffset())-200):d.InputOffset()])
		}
		switch is := token.(type) {
		case xml.StartElement:
			e := element{name: is.Name.Local, attr: map[string]string{}}
			for _, a := range is.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			open, all = append(open, len(all)), append(all, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			for _, i := range open {
				all[i].text += string(is)
			}
		}
	}
}

// find returns the elements of a name.
func find(all []element, name string) (found []element) {
	for _, e := range all {
		if e.name == name {
			found = append(found, e)
		}
	}
	return found
}

func write(t *testing.T, r *contents.Report) string {
	t.Helper()
	d, err := r.Make(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Write(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Limits of a document.
const maxPictures, maxOpen, maxNotes, maxAround = 20, 5, 200, 40

// album is a fake of Draw for tests: it records the looks of the pictures.
type album struct{ looks []view.Look }

func (a *album) draw(ws *workspace.Workspace) ([]byte, error) {
	a.looks = append(a.looks, ws.Look)
	return []byte(fmt.Sprintf("picture %d", len(a.looks))), nil
}

const story = `tiv-text 1
0s    A start name=Alpha
0s    B start name=Beta
0s    C start name=Gamma
10ms  A monitor-enter M
15ms  B monitor-enter N
20ms  A monitor-wait N
30ms  B monitor-wait M
40ms  C monitor-wait M
50ms  D start name=Delta
60ms  D suspend-start sleep
200ms D suspend-end
210ms D end
`

// allowed are the elements of a document.
var allowed = strings.Fields(`html head meta title style body header main footer section nav article h1 h2 h3 p a em strong small code pre
	span bdi div i br dl dt dd figure img figcaption table thead tbody tr th td details summary`)

// harmless reports parts of a document that could load or run anything.
func harmless(t *testing.T, doc string) {
	t.Helper()
	all := elements(t, doc)
	for _, e := range all {
		if !slices.Contains(allowed, e.name) {
			t.Errorf("there is an element %s: %q", e.name, e.text)
		}
		for name, value := range e.attr {
			switch {
			case strings.HasPrefix(name, "on"), name == "srcset", name == "action":
				t.Errorf("%s has %s=%q", e.name, name, value)
			case name == "href" && !strings.HasPrefix(value, "#"), name == "src" && !strings.HasPrefix(value, "data:image/png;base64,"):
				t.Errorf("%s leads to %s", e.name, value)
			}
		}
	}
	for _, e := range find(all, "style") {
		if e.text != colors()+style || strings.Contains(e.text, "url(") || strings.Contains(e.text, "@import") {
			t.Error("the style is another")
		}
	}
	for _, e := range find(all, "meta") {
		if e.attr["http-equiv"] == "Content-Security-Policy" && strings.HasPrefix(e.attr["content"], "default-src 'none';") &&
			!strings.Contains(e.attr["content"], "script-src") {
			return
		}
	}
	t.Error("no policy keeps browsers from loading or running anything else")
}

// nasty are names that would do something if they were more than text.
var nasty = []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</style><script>alert(2)</script>`,
	`</title><b>`, `{{.Style}}`,
	"a\x00b\x1bc\x7f", "\xff\xfe broken", "\uFFFE\uFDD0", "]]>", "&lt;&#x;", "' onload='x", "javascript:alert(1)",
	"\u202Egnp.exe", strings.Repeat("long ", 2000)}

// escaped writes a name as a text trace has it.
func escaped(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}

// Names and notes are untrusted: in any case they stay text.
func TestStrangers(t *testing.T) {
	t.Parallel()
	for _, name := range nasty {
		trace := strings.NewReplacer("Alpha", escaped("A"+name), "monitor-enter M", "monitor-enter "+escaped("M"+name),
			"monitor-wait M", "monitor-wait "+escaped("M"+name)).Replace(story)
		ws := opened(t, name, trace)
		ws.Do(workspace.AddNote{Note: view.Note{Text: name + "\n" + name, Moment: 30 * tracefeed.Millisecond, Thread: 1, Blocker: 2}})
		var a album
		doc := write(t, &contents.Report{Workspace: ws, Draw: a.draw, Made: "tiv report '" + name + "'", Remarks: []string{name}})
		harmless(t, doc)
		all := elements(t, doc)
		want := []rune(find(all, "h1")[0].text)
		want = want[:min(len(want), 10)]
		for _, in := range []string{"td", "bdi", "code"} {
			if !slices.ContainsFunc(find(all, in), func(e element) bool { return strings.Contains(e.text, string(want)) }) {
				t.Errorf("%q is in no %s", name, in)
			}
		}
		if len(doc) > 200_000 {
			t.Errorf("%q: %d bytes", name[:10], len(doc))
		}
	}
}

func FuzzStrangers(f *testing.F) {
	for _, name := range nasty {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if name == "" || len(name) > 10_000 { // as traces have no longer ones
			return
		}
		ws := opened(t, name, strings.ReplaceAll(story, "Alpha", escaped(name)))
		ws.Do(workspace.AddNote{Note: view.Note{Text: name, Thread: 1}})
		harmless(t, write(t, &contents.Report{Workspace: ws, Made: name, Without: name, Remarks: []string{name}}))
	})
}

// Findings come first, the worst before all, in the words of tiv check.
func TestFindings(t *testing.T) {
	t.Parallel()
	ws := opened(t, "story", story)
	var a album
	doc := write(t, &contents.Report{Workspace: ws, Draw: a.draw, Version: "9.9", Made: "tiv report story -o x.html"})
	harmless(t, doc)
	all := elements(t, doc)
	cards := find(all, "article")
	if len(cards) != 2 || len(ws.Report.Findings) != 2 {
		t.Fatalf("%d cards of %d findings", len(cards), len(ws.Report.Findings))
	}
	for rank, i := range report.Worst(ws.Report.Findings) {
		f := &ws.Report.Findings[i]
		if !strings.Contains(cards[rank].text, report.Headline(f)) || !strings.Contains(cards[rank].text, f.Text) {
			t.Errorf("card %d says %q, not %q", rank, cards[rank].text, f.Text)
		}
		// The picture of a finding is the view that the window shows of it.
		want := ws.Clone()
		want.Do(workspace.GoTo{Finding: i, Place: workspace.FindingWhole})
		got := a.looks[2+rank]
		if got.Moment != want.Look.Moment || got.Step != want.Look.Step || got.Selected != f.Threads[0] || !got.Caption {
			t.Errorf("finding %d is seen at %v, want %v", rank, got.Moment, want.Look.Moment)
		}
	}
	for _, words := range []string{"Alpha (A)", "Beta (B)", "TIV 9.9", "tiv report story -o x.html", "blocking at lock N",
		"(observed)", "210 ms"} {
		if !strings.Contains(all[0].text, words) {
			t.Errorf("the document does not say %q", words)
		}
	}
	pictures := find(all, "img")
	if len(pictures) != 4 || len(a.looks) != 4 {
		t.Fatalf("%d pictures, %d drawn", len(pictures), len(a.looks))
	}
	for _, p := range pictures {
		if p.attr["alt"] == "" || p.attr["title"] == "" || p.attr["width"] != "1280" || p.attr["height"] != "720" {
			t.Errorf("a picture has %q", p.attr)
		}
	}
	if data, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(pictures[0].attr["src"],
		"data:image/png;base64,")); string(data) != "picture 3" {
		t.Errorf("the first picture is %q, not that of the first finding", data)
	}
	if l := &a.looks[1]; l.Kind != view.Interaction || l.Moment != ws.Timeline.End || l.History != l.Steps {
		t.Errorf("the interaction view of all is %+v", l)
	}
}

// If there are no findings, the document lists the kinds of findings searched
// for.
func TestNothingFound(t *testing.T) {
	t.Parallel()
	ws := opened(t, "quiet", "tiv-text 1\n0s A start\n1s A end\n")
	doc := write(t, &contents.Report{Workspace: ws, Without: "the report was made without them."})
	harmless(t, doc)
	text := elements(t, doc)[0].text
	for _, words := range append(detect.Kinds(), "No deadlock, no stuck thread.", "Looked for",
		"There are no pictures: the report was made without them.", "There are none.") {
		if !strings.Contains(text, words) {
			t.Errorf("the document does not say %q", words)
		}
	}
	if strings.Contains(doc, "<img") || strings.Contains(text, "Notes") {
		t.Error("there are pictures or notes")
	}
}

// Notes are shown as in the window, also those about hidden threads; the
// workspace stays as it was.
func TestNotes(t *testing.T) {
	t.Parallel()
	ws := opened(t, "story", story)
	const at = 30*tracefeed.Millisecond + 1
	ws.Do(workspace.AddNote{Note: view.Note{Text: "first\nsecond line", Moment: at, Thread: 2, Blocker: 1}})
	ws.Do(workspace.AddNote{Note: view.Note{Text: "about nobody", Moment: 50 * tracefeed.Millisecond}})
	ws.Do(workspace.Hide{Threads: []tracefeed.ThreadID{2}})
	ws.Do(workspace.SetView{Kind: view.Free})
	before := string(ws.Save(saved.Identity{}))
	var a album
	doc := write(t, &contents.Report{Workspace: ws, Kept: true, Draw: a.draw})
	harmless(t, doc)
	if after := string(ws.Save(saved.Identity{})); after != before || ws.Look.Caption {
		t.Errorf("the workspace was\n%s\nand is\n%s", before, after)
	}
	n := len(a.looks)
	if n != 3+2+2 || a.looks[0].Kind != view.Free || len(a.looks[0].Threads) != 3 {
		t.Fatalf("%d pictures, the first of %+v", n, a.looks[0])
	}
	first, second := &a.looks[n-2], &a.looks[n-1]
	if first.Moment != at || first.Selected != 2 || !slices.Contains(first.Threads, 2) || second.Moment != 50*tracefeed.Millisecond ||
		slices.Contains(second.Threads, 2) || len(second.Notes) != 2 {
		t.Errorf("notes are seen at %v and %v, threads %v and %v", first.Moment, second.Moment, first.Threads, second.Threads)
	}
	text := elements(t, doc)[0].text
	for _, words := range []string{"first\nsecond line", "about nobody",
		report.About(ws.Timeline, ws.Look.Locks, &ws.Look.Notes[0]), "The view as it was left: 3D view"} {
		if words == "" || !strings.Contains(text, words) {
			t.Errorf("the document does not say %q", words)
		}
	}
}

// ofMany checks that a picture of a number of threads shows those of the
// finding, and that findings are folded.
func ofMany(t *testing.T, ws *workspace.Workspace, looks []view.Look, all []element) {
	t.Helper()
	for rank, i := range report.Worst(ws.Report.Findings)[:maxPictures] {
		l, stuck := &looks[2+rank], ws.Report.Findings[i].Threads[0]
		if n := len(l.Threads); n != maxAround || !slices.Contains(l.Threads, stuck) || !slices.Contains(l.Threads, 1) ||
			l.Selected != stuck {
			t.Errorf("finding %d is seen with %d threads, %d selected", rank, n, l.Selected)
		}
	}
	if n := len(find(all, "article")); n != maxOpen+maxNotes {
		t.Errorf("%d findings and notes are not folded", n)
	}
	if n := len(looks[0].Threads); n != 1+300 {
		t.Errorf("the overview has %d threads", n)
	}
}

// A document has limits, and names its omissions.
func TestBounds(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("tiv-text 1\n0s H start name=Holder\n0s H monitor-enter M\n")
	const n = 300
	for i := range n { // at different places, so that each is a finding
		fmt.Fprintf(&b, "frame f%d main.f%d -:%d\nstack s%d f%d\n", i, i, i+1, i, i)
		fmt.Fprintf(&b, "%dus T%d start\n%dus T%d monitor-wait M stack=s%d lasts=forever\n", i+1, i, i+1, i, i)
	}
	b.WriteString("1s H run\n")
	ws := opened(t, "many", b.String())
	for range maxNotes + 7 {
		ws.Do(workspace.AddNote{Note: view.Note{Text: "note", Thread: 1}})
	}
	var a album
	var told []float64
	doc := write(t, &contents.Report{Workspace: ws, Draw: a.draw, Progress: func(share float64) { told = append(told, share) }})
	harmless(t, doc)
	all := elements(t, doc)
	if found := len(ws.Report.Findings); found != n {
		t.Fatalf("%d findings", found)
	}
	if len(a.looks) != 2+2*maxPictures || len(find(all, "img")) != len(a.looks) {
		t.Errorf("%d pictures", len(a.looks))
	}
	ofMany(t, ws, a.looks, all)
	for _, words := range []string{"; 261 other threads are not shown", "and 200 more; tiv check lists all", "and 7 more notes",
		"pictures of the first 20 findings", "pictures of the first 20 notes",
		"and 201 that are not listed here; tiv dump TRACE threads", "the longest 100 of 300 edges", "Pairs (300)"} {
		if !strings.Contains(all[0].text, words) {
			t.Errorf("the document does not say %q", words)
		}
	}
	rows := 0
	for _, e := range find(all, "tr") {
		if strings.Contains(e.text, "T7") {
			rows++
		}
	}
	if len(doc) > 700_000 || rows == 0 {
		t.Errorf("%d bytes, T7 in %d rows", len(doc), rows)
	}
	if !slices.IsSorted(told) || len(told) < len(a.looks) || told[len(told)-1] < 0.999 {
		t.Errorf("told %v", told)
	}
}

// Colours of states always come with text, and are those of pictures.
func TestColors(t *testing.T) {
	t.Parallel()
	for _, p := range []*paint.Palette{paint.Light(), paint.Dark()} {
		if !strings.Contains(colors(), "--ground:"+hex(p.Ground)+";") ||
			!strings.Contains(colors(), "--io:"+hex(p.Layers["IO"].Color)+";") {
			t.Errorf("the colours of %s are missing", p.Name)
		}
	}
	all := elements(t, write(t, &contents.Report{Workspace: opened(t, "story", story)}))
	bars := 0
	for _, e := range all {
		if e.attr["class"] == "states" {
			bars++
			if !strings.Contains(e.attr["title"], " %") || e.attr["title"] != e.attr["aria-label"] {
				t.Errorf("a bar says %q", e.attr["title"])
			}
		}
	}
	if bars != 1+4 {
		t.Errorf("%d bars", bars)
	}
}

// Every demo in testdata is a document that can be read.
func TestAllStories(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../testdata/*.tiv")
	if err != nil || len(paths) == 0 {
		t.Fatal(err)
	}
	for _, path := range paths {
		l, err := loader.Open(path, loader.Options{Findings: true})
		if err != nil {
			t.Fatal(err)
		}
		all, err := l.WaitFindings()
		if err != nil {
			t.Fatal(err)
		}
		ws := workspace.New(filepath.Base(path))
		ws.Update(all.Timeline, all.Report)
		harmless(t, write(t, &contents.Report{Workspace: ws}))
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}
