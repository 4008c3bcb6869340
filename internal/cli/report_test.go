package cli

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tiv/internal/pictures"
	"tiv/tracefeed"
)

// node is an element of a document, which is written so that it is XML too.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Nodes   []node     `xml:",any"`
}

// all returns the elements of a name in an element.
func (n *node) all(name string) (found []*node) {
	for i := range n.Nodes {
		if n.Nodes[i].XMLName.Local == name {
			found = append(found, &n.Nodes[i])
		}
		found = append(found, n.Nodes[i].all(name)...)
	}
	return found
}

func (n *node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// words are the texts in an element, those of an element before those inside it.
func (n *node) words() string {
	words := n.Text
	for i := range n.Nodes {
		words += " " + n.Nodes[i].words()
	}
	return strings.Join(strings.Fields(words), " ")
}

// section returns the element with an id.
func (n *node) section(t *testing.T, id string) *node {
	t.Helper()
	for _, s := range n.all("section") {
		if s.attr("id") == id {
			return s
		}
	}
	t.Fatalf("there is no section %s", id)
	return nil
}

// reported writes a report of a trace and reads it.
func reported(t *testing.T, args ...string) (*node, result) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "x.html")
	r := tiv(t, append([]string{"report", "-o", out}, args...)...)
	if r.exit != exitOK || r.out != out+"\n" {
		t.Fatalf("tiv report %v: exit code %d, %q", args, r.exit, r.errors)
	}
	var doc node
	if err := xml.Unmarshal(read(t, out), &doc); err != nil {
		t.Fatal(err)
	}
	return &doc, r
}

// dumped returns the rows that tiv dump writes, by the names of their columns.
func dumped(t *testing.T, trace, what string) (rows []map[string]string) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(tiv(t, "dump", trace, what).out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, name := range all[0] {
			row[name] = cells[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func number(t *testing.T, s string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// rows returns the rows of a table by the titles of its columns; of times there is
// the exact one, in nanoseconds.
func (n *node) rows(t *testing.T) (rows []map[string]string) {
	t.Helper()
	for _, table := range n.all("table") {
		heads := table.all("th")
		for _, tr := range table.all("tbody")[0].all("tr") {
			row := map[string]string{}
			for i, td := range tr.all("td") {
				value := td.words()
				if exact := td.attr("title"); exact != "" {
					at, err := tracefeed.ParseTime(exact)
					if err != nil {
						t.Fatal(err)
					}
					if value != at.String() && !strings.HasSuffix(value, " %") && !strings.Contains(value, ".") {
						t.Errorf("%s is written as %s", exact, value)
					}
					value = fmt.Sprint(int64(at))
				}
				row[heads[i].words()] = value
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// What a report says are the words and numbers of tiv info, check and dump.
func TestReportSaysTheSame(t *testing.T) {
	t.Parallel()
	for _, trace := range []string{fixture("deadlock"), fixture("readers"), fixture("lost-wakeup"), goTrace, "demo:server-40",
		"demo:crawler-healthy"} {
		doc, _ := reported(t, trace, "--no-pictures")
		header := doc.all("header")[0].words() + " " + doc.section(t, "overview").words()
		for line := range strings.Lines(tiv(t, "info", trace).out) {
			name, value, _ := strings.Cut(strings.Join(strings.Fields(line), " "), " ")
			if name == "note" {
				name = ""
			}
			if want := strings.TrimSpace(name + " " + value); !strings.Contains(header, want) {
				t.Errorf("%s: %q is not in %q", trace, want, header)
			}
		}
		findings := doc.section(t, "findings").words()
		for line := range strings.Lines(tiv(t, "check", trace).out) {
			headline, text, ok := strings.Cut(strings.TrimSpace(line), ": ")
			if !strings.Contains(strings.ToLower(findings), strings.ToLower(headline)) || ok && !strings.Contains(findings, text) {
				t.Errorf("%s: %q is not in %q", trace, line, findings)
			}
		}
		sameThreads(t, trace, doc)
		sameMonitors(t, trace, doc)
		sameWaits(t, trace, doc)
	}
}

// A report begins with the findings to fix, by the time lost, each with its cause and its
// place. Those that are only worth knowing follow below.
func TestReportSaysWhatToFix(t *testing.T) {
	t.Parallel()
	doc, _ := reported(t, "demo:deadlock", "--no-pictures")
	var kinds []string
	for _, row := range doc.section(t, "findings").all("table")[0].all("tbody")[0].all("tr") {
		kinds = append(kinds, row.all("td")[1].words())
	}
	if want := []string{"deadlock", "stuck", "contention"}; !slices.Equal(kinds, want) {
		t.Errorf("to fix: %q, want %q", kinds, want)
	}
	doc, _ = reported(t, "demo:server-40", "--no-pictures")
	var cells []string
	for _, td := range doc.section(t, "findings").all("table")[0].all("tbody")[0].all("td") {
		cells = append(cells, td.words())
	}
	if len(cells) != 6 || !slices.Equal(cells[:5], []string{"1", "hang", "20.36 s", "", "main.greedyListener 38"}) ||
		!strings.Contains(cells[5], "net.(*netFD).Read") {
		t.Errorf("to fix: %q", cells)
	}
	card := doc.section(t, "findings").all("article")[0].words()
	for _, words := range []string{"for main.greedyListener 38, which holds mutex main.draw:42 · A and waits for the network",
		"Same cause: 40 threads lost"} {
		if !strings.Contains(card, words) {
			t.Errorf("%q is not in %q", words, card)
		}
	}
	doc, _ = reported(t, write(t, "quiet.tiv", []byte("tiv-text 1\n0s A start\n1s A end\n")), "--no-pictures")
	if words := doc.section(t, "findings").words(); !strings.Contains(words, "Nothing to fix was found.") {
		t.Errorf("without costs: %q", words)
	}
}

// The format follows the name of the file, or --format. A PDF has light pictures.
func TestReportFormats(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, start := range map[string]string{"a.html": "<!DOCTYPE html>", "a.pdf": "%PDF-", "a.md": "<!-- a report by TIV -->"} {
		out := filepath.Join(dir, name)
		for range 2 { // it may be replaced
			if r := tiv(t, "report", fixture("deadlock"), "-o", out); r.exit != exitOK || r.out != out+"\n" {
				t.Errorf("%s: exit code %d, %q", name, r.exit, r.errors)
			}
		}
		if data := read(t, out); !bytes.HasPrefix(data, []byte(start)) {
			t.Errorf("%s starts with %.30q", name, data)
		}
	}
	if all, _ := filepath.Glob(filepath.Join(dir, "a-pictures", "*.png")); len(all) != 4 {
		t.Errorf("pictures: %q", all)
	}
	r := tiv(t, "report", fixture("deadlock"), "-o", "-", "--format", "markdown")
	if r.exit != exitOK || !strings.Contains(r.out, "### 1. deadlock") ||
		!strings.Contains(r.out, "There are no pictures: this format has") {
		t.Errorf("exit code %d, %q, %.300s", r.exit, r.errors, r.out)
	}
	r = tiv(t, "report", fixture("deadlock"), "-o", filepath.Join(dir, "a.html"), "--format", "pdf")
	if r.exit != exitTrouble || !strings.Contains(r.errors, "a PDF") {
		t.Errorf("another kind: exit code %d, %q", r.exit, r.errors)
	}
	if r = tiv(t, "report", fixture("deadlock"), "-o", "x", "--format", "word"); r.exit != exitTrouble ||
		!strings.Contains(r.errors, "html, pdf") {
		t.Errorf("unknown format: exit code %d, %q", r.exit, r.errors)
	}
}

// named reports whether a cell names what a trace calls by an id.
func named(cell, id string) bool {
	return cell == id || slices.Contains(strings.Fields(cell), id) || strings.HasSuffix(cell, "("+id+")")
}

func sameThreads(t *testing.T, trace string, doc *node) {
	t.Helper()
	var want []map[string]string
	for _, row := range dumped(t, trace, "threads") {
		if row["runtime"] == "false" {
			want = append(want, row)
		}
	}
	slices.SortStableFunc(want, func(a, b map[string]string) int {
		return int(number(t, b["blocking_ns"]) - number(t, a["blocking_ns"]))
	})
	got := doc.section(t, "threads").rows(t)
	if len(got) != len(want) {
		t.Fatalf("%s: %d threads, want %d", trace, len(got), len(want))
	}
	for i, row := range got {
		if !named(row["thread"], want[i]["thread"]) {
			t.Errorf("%s: thread %d is %q, want %q", trace, i, row["thread"], want[i]["thread"])
		}
		for _, column := range [][2]string{{"running", "running_ns"}, {"runnable", "runnable_ns"},
			{"suspended", "suspended_ns"}, {"blocking", "blocking_ns"},
			{"IO", "io_ns"}, {"unknown", "unknown_ns"}, {"from", "start_ns"}, {"to", "end_ns"}} {
			if row[column[0]] != want[i][column[1]] {
				t.Errorf("%s: %s is %s for %s, want %s", trace, row["thread"], column[0], row[column[0]], want[i][column[1]])
			}
		}
	}
}

func sameMonitors(t *testing.T, trace string, doc *node) {
	t.Helper()
	want := map[string]map[string]string{}
	for _, row := range dumped(t, trace, "monitors") {
		want[row["monitor"]] = row
	}
	got := doc.section(t, "monitors").rows(t)
	if len(got) != len(want) {
		t.Errorf("%s: %d monitors, want %d", trace, len(got), len(want))
	}
	before := int64(1 << 62)
	for _, row := range got {
		var is map[string]string
		for id, w := range want {
			if named(row["lock"], id) {
				is = w
			}
		}
		for _, column := range [][2]string{{"waits", "waits"}, {"waited", "waited_ns"}, {"longest wait", "longest_ns"}, {"queue", "queue"},
			{"holds", "holds"}, {"held", "held_ns"}, {"busy", "busy_ns"}, {"longest hold", "longest_hold_ns"}} {
			if row[column[0]] != is[column[1]] {
				t.Errorf("%s: monitor %s: %s is %s, want %s", trace, row["lock"], column[0], row[column[0]], is[column[1]])
			}
		}
		waited := number(t, row["waited"])
		if waited > before {
			t.Errorf("%s: monitor %s is not in order", trace, row["lock"])
		}
		before = waited
	}
}

// sameWaits compares the longest waits, who held others up, and pairs, with the
// edges.
func sameWaits(t *testing.T, trace string, doc *node) {
	t.Helper()
	var lengths []int64
	pairs, blockers := map[[2]string]int64{}, map[string]int64{}
	for _, row := range dumped(t, trace, "edges") {
		length := number(t, row["end_ns"]) - number(t, row["start_ns"])
		if row["kind"] != "lock" {
			continue
		}
		lengths = append(lengths, length)
		if row["blocker"] != "" {
			pairs[[2]string{row["blocked"], row["blocker"]}] += length
			blockers[row["blocker"]] += length
		}
	}
	slices.SortFunc(lengths, func(a, b int64) int { return int(b - a) })
	for i, row := range doc.section(t, "waits").rows(t) {
		if number(t, row["for how long"]) != lengths[i] {
			t.Errorf("%s: wait %d is %s ns, want %d", trace, i, row["for how long"], lengths[i])
		}
	}
	if !strings.Contains(trace, "readers") { // who share what edges say of each
		sameSums(t, trace, doc, pairs, blockers)
	}
}

func sameSums(t *testing.T, trace string, doc *node, pairs map[[2]string]int64, blockers map[string]int64) {
	t.Helper()
	got := doc.section(t, "blockers").rows(t)
	if len(got) != min(len(blockers), 100) {
		t.Errorf("%s: %d blockers, want %d", trace, len(got), len(blockers))
	}
	most := slices.Sorted(maps.Values(blockers))
	for i, row := range got {
		if want := most[len(most)-1-i]; number(t, row["held up others"]) != want {
			t.Errorf("%s: blocker %d held up others for %s, want %d", trace, i, row["held up others"], want)
		}
		for id, want := range blockers {
			if named(row["thread"], id) && number(t, row["held up others"]) != want {
				t.Errorf("%s: %s held up others for %s, want %d", trace, row["thread"], row["held up others"], want)
			}
		}
	}
	for _, row := range doc.section(t, "pairs").rows(t) {
		for p, want := range pairs {
			if named(row["waits"], p[0]) && named(row["for"], p[1]) && number(t, row["waited"]) != want {
				t.Errorf("%s: %s waited for %s %s ns, want %d", trace, row["waits"], row["for"], row["waited"], want)
			}
		}
	}
}

// picturesOf returns the pictures of a report, as files.
func picturesOf(t *testing.T, doc *node) (paths []string) {
	t.Helper()
	for _, img := range doc.all("img") {
		data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(img.attr("src"), "data:image/png;base64,"))
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, write(t, "picture.png", data))
	}
	return paths
}

// Pictures of a report are pictures of TIV: each is drawn again from what it
// carries, and looks alike.
func TestReportPictures(t *testing.T) {
	t.Parallel()
	trace := fixture("deadlock")
	doc, _ := reported(t, trace)
	paths := picturesOf(t, doc)
	if found := len(regexp.MustCompile(`(?m)^\S`).FindAllString(tiv(t, "check", trace).out, -1)); len(paths) != found+2 {
		t.Fatalf("%d pictures of %d findings", len(paths), found)
	}
	for i, path := range paths {
		again := shoot(t, path, "--trace", trace)
		img := pixels(t, path)
		if err := pictures.Differ(img, again); err != nil {
			t.Errorf("picture %d: %v", i, err)
		}
		if again.Rect.Dx() != 1280 || colors(img) > 256 || colors(img) < 20 {
			t.Errorf("picture %d is %v and has %d colours", i, img.Rect, colors(img))
		}
	}
	light, _ := reported(t, trace, "--palette", "light")
	if pictures.Differ(pixels(t, picturesOf(t, light)[0]), pixels(t, paths[0])) == nil {
		t.Error("the palette changes nothing")
	}
}

// The notes that lie beside the trace are in its report, and the file stays.
func TestReportOfAWorkspace(t *testing.T) {
	t.Parallel()
	trace := write(t, "a.tiv", read(t, fixture("deadlock")))
	const saved = `{"format":"tiv-workspace","version":1,"trace":{"name":"x"},"view":{"kind":"interaction","moment_ns":100000000,` +
		`"step_ns":1000000,"steps":100,"history":10,"zoom":1,"notes":[{"text":"%s","moment_ns":30000001,"thread":"B"}]}}`
	beside := trace + ".workspace.json"
	if err := os.WriteFile(beside, []byte(fmt.Sprintf(saved, "beside <i>it</i>")), 0o600); err != nil {
		t.Fatal(err)
	}
	doc, _ := reported(t, trace)
	notes := doc.section(t, "notes")
	if words := notes.words(); !strings.Contains(words, "beside <i>it</i>") ||
		!strings.Contains(words, "B: blocking at lock M, 1 ns so far") || len(notes.all("img")) != 1 {
		t.Errorf("the notes are %q", words)
	}
	if words := doc.section(t, "overview").words(); !strings.Contains(words, "as it was left: Interaction view at 100 ms") {
		t.Errorf("the overview is %q", words)
	}
	other := write(t, "other.json", []byte(fmt.Sprintf(saved, "another")))
	if doc, _ = reported(t, trace, "--workspace", other, "--no-pictures"); !strings.Contains(doc.section(t, "notes").words(), "another") {
		t.Error("--workspace is not read")
	}
	if err := os.WriteFile(beside, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	doc, r := reported(t, trace, "--no-pictures")
	if header := doc.all("header")[0].words(); !strings.Contains(header, "saved workspace is not used") ||
		!strings.Contains(r.errors, beside) {
		t.Errorf("of a broken workspace it says %q and %q", header, r.errors)
	}
	if got := string(read(t, beside)); got != "{" {
		t.Errorf("the file holds %q", got)
	}
	if r := tiv(t, "report", trace, "-o", trace+".html", "--workspace", beside); r.exit != exitTrouble ||
		!strings.Contains(r.errors, "not a saved workspace") {
		t.Errorf("of --workspace: exit code %d, %q", r.exit, r.errors)
	}
}

// Names of files and threads come from strangers.
func TestReportOfANastyTrace(t *testing.T) {
	t.Parallel()
	const nasty = `<script>alert(1)<&"' .tiv`
	trace := write(t, nasty, bytes.ReplaceAll(read(t, fixture("deadlock")), []byte("A  start"),
		[]byte("A start name=%3Cscript%3Ealert(2)%3C%2Fscript%3E")))
	doc, _ := reported(t, trace, "--no-pictures")
	if h := doc.all("h1")[0].words(); h != nasty {
		t.Errorf("it is called %q", h)
	}
	if !strings.Contains(doc.section(t, "threads").words(), "<script>alert(2)</script>") || len(doc.all("script")) > 0 {
		t.Errorf("there are %d scripts; threads are %q", len(doc.all("script")), doc.section(t, "threads").words())
	}
}

// What cannot be is said, and leaves what was there.
func TestReportTrouble(t *testing.T) {
	t.Parallel()
	trace := write(t, "a.tiv", read(t, fixture("deadlock")))
	out := write(t, "x.html", []byte(oldReport))
	for _, x := range []struct {
		args []string
		want string
	}{
		{[]string{trace}, "missing -o FILE"}, {[]string{"-o", out}, "usage"}, {[]string{"none.tiv", "-o", out}, "no such file"},
		{[]string{trace, "-o", trace}, "the trace that is read"}, {[]string{trace, "-o", filepath.Join(out, "x")}, "not a directory"},
		{[]string{trace, "-o", filepath.Dir(out)}, "is a directory"}, {[]string{trace, "-o", out, "--palette", "pink"}, "unknown palette"},
		{[]string{trace, "-o", out, "--workspace", "none.json"}, "no such file"},
		{[]string{trace, "-o", out, "--workspace", out}, "the workspace that is read"},
	} {
		r := tiv(t, append([]string{"report", "--no-pictures"}, x.args...)...)
		if r.exit != exitTrouble || !strings.Contains(r.errors, x.want) || r.out != "" {
			t.Errorf("%q: exit code %d, %q, want %q", x.args, r.exit, r.errors, x.want)
		}
	}
	if !bytes.Equal(read(t, trace), read(t, fixture("deadlock"))) || string(read(t, out)) != oldReport {
		t.Error("a file is another")
	}
	damaged := write(t, "b.tiv", append(read(t, trace), "1ms A end\n"...))
	doc, r := reported(t, damaged, "--no-pictures")
	if header := doc.all("header")[0].words(); !strings.Contains(header, "damaged, shown up to 210 ms") ||
		!strings.Contains(r.errors, "read up to 210 ms") {
		t.Errorf("of a damaged trace it says %q and %q", header, r.errors)
	}
}

// Where nothing can draw, there is a report without pictures, which says why.
func TestReportWithoutEGL(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "x.html")
	cmd := exec.Command(exe, "report", fixture("deadlock"), "-o", out)
	cmd.Env = append(os.Environ(), asTiv+"=1", "__EGL_VENDOR_LIBRARY_FILENAMES=/none")
	told, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(told), "no pictures: offscreen: ") {
		t.Fatalf("%v: %q", err, told)
	}
	var doc node
	if err := xml.Unmarshal(read(t, out), &doc); err != nil {
		t.Fatal(err)
	}
	if header := doc.all("header")[0].words(); len(doc.all("img")) > 0 ||
		!strings.Contains(header, "There are no pictures: OpenGL was not available") {
		t.Errorf("it says %q", header)
	}
}
