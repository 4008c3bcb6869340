package pdf

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"tiv/assets"
	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/report/contents"
	"tiv/workspace"
)

// story is a deadlock of threads whose names end with NAME, and threads behind it.
func story(name string, waiters int) string {
	var b, escaped strings.Builder
	b.WriteString("tiv-text 1\n0s A start name=ANAME\n0s B start name=BNAME\n10ms A monitor-enter MNAME\n15ms B monitor-enter N\n" +
		"frame f1 main.fNAME /src/fNAME.go:42\nstack s1 f1\n20ms A monitor-wait N stack=s1\n30ms B monitor-wait MNAME\n")
	for i := range waiters {
		fmt.Fprintf(&b, "%dms T%d start name=tNAME%d\n%dms T%d monitor-wait MNAME\n", 31+i, i, i, 31+i, i)
	}
	fmt.Fprintf(&b, "%dms Z start\n", 200+waiters)
	for i := range len(name) {
		fmt.Fprintf(&escaped, "%%%02X", name[i])
	}
	return strings.ReplaceAll(b.String(), "NAME", escaped.String())
}

// written returns the report of the story as a PDF.
func written(t *testing.T, name string, waiters int) []byte {
	t.Helper()
	ws := workspace.New(name)
	tl := reduced.Story(t, story(name, waiters))
	ws.Update(tl, detect.Find(context.Background(), tl, nil))
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewPaletted(image.Rect(0, 0, 64, 36), color.Palette{color.White, color.Black})); err != nil {
		t.Fatal(err)
	}
	r := contents.Report{Workspace: ws, Version: "9", Remarks: []string{name},
		Draw: func(*workspace.Workspace) ([]byte, error) { return picture.Bytes(), nil }}
	d, err := r.Make(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Write(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// word is a line of text on a page, with its place and size in points from the lower
// left corner.
type word struct {
	text       string
	x, y, size float64
	font       string
}

var (
	stream   = regexp.MustCompile(`(?s)/Filter /FlateDecode /Length (\d+)>>\nstream\n`)
	operator = regexp.MustCompile(`(?s)BT /(F\w+) ([\d.]+) Tf ET|BT ([\d.-]+) ([\d.-]+) Td \(((?:\\.|[^\\)])*)\) ?Tj`)
)

// pages returns the texts of each page.
func pages(t *testing.T, pdf []byte) (pages [][]word) {
	t.Helper()
	for _, m := range stream.FindAllSubmatchIndex(pdf, -1) {
		n, _ := strconv.Atoi(string(pdf[m[2]:m[3]]))
		z, err := zlib.NewReader(bytes.NewReader(pdf[m[1] : m[1]+n]))
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(page, []byte(" Td ")) {
			pages = append(pages, words(page))
		}
	}
	return pages
}

func words(page []byte) (all []word) {
	var w word
	for _, m := range operator.FindAllSubmatch(page, -1) {
		if len(m[1]) > 0 {
			w.font = string(m[1])
			w.size, _ = strconv.ParseFloat(string(m[2]), 64)
			continue
		}
		w.x, _ = strconv.ParseFloat(string(m[3]), 64)
		w.y, _ = strconv.ParseFloat(string(m[4]), 64)
		raw := strings.NewReplacer(`\\`, `\`, `\(`, "(", `\)`, ")", `\r`, "\r").Replace(string(m[5]))
		var units []uint16
		for i := 0; i+1 < len(raw); i += 2 {
			units = append(units, uint16(raw[i])<<8|uint16(raw[i+1]))
		}
		w.text = string(utf16.Decode(units))
		all = append(all, w)
	}
	return all
}

// said returns all texts, one a line.
func said(pages [][]word) string {
	var b strings.Builder
	for _, page := range pages {
		for _, w := range page {
			b.WriteString(w.text + "\n")
		}
	}
	return b.String()
}

// The text of a PDF is text, in the order of the report, with page numbers.
func TestText(t *testing.T) {
	t.Parallel()
	all := pages(t, written(t, "x", 3))
	text := said(all)
	at := 0
	for _, want := range []string{"x: why its threads wait", "What to fix first", "deadlock", "Ax (A), Bx (B)",
		"1. deadlock (error, observed)", "Caused by", "Overview",
		"Threads (6)", "Longest waits", "How to read it"} {
		i := strings.Index(text[at:], want)
		if i < 0 {
			t.Fatalf("%q is missing after %q", want, text[:at])
		}
		at += i
	}
	for i, page := range all {
		if want := fmt.Sprintf("%d / %d", i+1, len(all)); !strings.Contains(said([][]word{page}), want) {
			t.Errorf("page %d does not say %q", i+1, want)
		}
	}
}

// Headings are bookmarks, and the table of what to fix links to the findings.
func TestLinks(t *testing.T) {
	t.Parallel()
	pdf := written(t, "x", 3)
	if n := bytes.Count(pdf, []byte("/Title ")); n < 9 {
		t.Errorf("%d bookmarks", n)
	}
	if n := bytes.Count(pdf, []byte("/Subtype /Link")); n != 2 {
		t.Errorf("%d links", n)
	}
	if n := bytes.Count(pdf, []byte("/Subtype /Image")); n != 1 { // all are the same
		t.Errorf("%d pictures", n)
	}
}

// No name, however long or strange, leaves the page or meets the next line.
func TestNothingRunsOff(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"x", strings.Repeat("long", 200), strings.Repeat("many words ", 60), `(\)(((\\`,
		"中文名字 😀 \u202E\u2066", "a\x00\x1b\r\nb", "\xff\xfe", "{pages}"} {
		all := pages(t, written(t, name, 40))
		if len(all) < 2 || len(all) > 40 {
			t.Errorf("%.20q: %d pages", name, len(all))
		}
		const point = 72 / 25.4
		bold := all[0][0].font // of the title
		for i, page := range all {
			for _, w := range page {
				right := w.x + float64(assets.TextWidth(w.text, float32(w.size), w.font == bold))
				if w.x < margin*point-1 || right > (pageWidth-margin)*point+1 || w.y < 15 || w.y > pageHeight*point-30 {
					t.Errorf("%.20q: page %d: %q is at %v, %v to %v", name, i+1, w.text, w.x, w.y, right)
				}
			}
		}
	}
}

// TestWide has the columns of a wide table in a second one, with the first column.
func TestWide(t *testing.T) {
	t.Parallel()
	part := contents.Table{Title: "Slowest", Heads: []contents.Head{{Title: "type"}}, Rows: [][]contents.Cell{{{Text: "pay"}}}}
	for i := range 20 {
		part.Heads = append(part.Heads, contents.Head{Title: fmt.Sprint("column ", i), Number: true})
		part.Rows[0] = append(part.Rows[0], contents.Cell{Text: "123.45 ms", Number: true})
	}
	var b bytes.Buffer
	if err := Write(&b, &contents.Document{Tables: []contents.Table{
		{Title: "Tasks", Words: []string{"pay waits."}, Parts: []contents.Table{part}}}}); err != nil {
		t.Fatal(err)
	}
	text := said(pages(t, b.Bytes()))
	for _, want := range []string{"Tasks", "pay waits.", "Slowest", "column 0", "column 19"} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if n := strings.Count(text, "\npay\n"); n != 2 {
		t.Errorf("the first column is there %d times", n)
	}
	const right = (pageWidth - margin) * 72 / 25.4
	for _, page := range pages(t, b.Bytes()) {
		for _, w := range page {
			if w.x > right {
				t.Errorf("%q begins at %v, right of the page", w.text, w.x)
			}
		}
	}
}
