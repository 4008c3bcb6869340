package html

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"tiv/internal/replace"
	"tiv/report"
	"tiv/report/contents"
	"tiv/scene/paint"
)

// Kind is the kind of reports written by TIV.
var Kind = replace.Kind{Name: "a report by TIV", Text: true, Has: func(start []byte) bool {
	return bytes.HasPrefix(start, []byte("<!DOCTYPE html>")) && bytes.Contains(start, []byte(`<meta name="generator" content="TIV `))
}}

var (
	//go:embed page.html
	pageText string
	//go:embed page.css
	style string

	page = template.Must(template.New("page").Funcs(template.FuncMap{"source": source, "unfolded": unfolded, "folded": folded,
		"rankHelp": constant(contents.RankHelp), "pictureHelp": constant(contents.PictureHelp),
		"evidenceHelp": constant(contents.EvidenceHelp)}).Parse(pageText))
)

// constant returns a function of the template.
func constant(s string) func() string { return func() string { return s } }

// security is the content security policy, which keeps a browser from loading
// or running anything, whatever the names in the trace are.
const security = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

// Write writes the document. Errors are those of w.
func Write(w io.Writer, d *contents.Document) error {
	err := page.Execute(w, struct {
		*contents.Document
		Style    template.CSS
		Security string
	}{d, template.CSS(colors() + style), security})
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// source returns the address of a picture, which contains all of it.
func source(png []byte) template.URL {
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png))
}

// maxUnfolded is the largest number of rows of a table that are not folded.
const maxUnfolded = 20

// unfolded returns a table with its first rows, folded one with the others.
func unfolded(t contents.Table) contents.Table {
	t.Rows = t.Rows[:min(len(t.Rows), maxUnfolded)]
	return t
}

func folded(t contents.Table) contents.Table {
	t.Rows = t.Rows[min(len(t.Rows), maxUnfolded):]
	return t
}

// colors returns the colours of the palettes as CSS variables: a light and a
// dark scheme.
func colors() string {
	return ":root{color-scheme:light dark;" + variables(paint.Light()) + "}\n" +
		"@media screen and (prefers-color-scheme:dark){:root{" + variables(paint.Dark()) + "}}\n"
}

func variables(p *paint.Palette) string {
	var b strings.Builder
	for _, c := range []struct {
		name  string
		color paint.Color
	}{{"ground", p.Ground}, {"panel", p.Shade(paint.PanelShade)}, {"field", p.Shade(paint.FieldShade)}, {"grid", p.Grid}, {"text", p.Text},
		{"faint", p.Faint}, {"warning", p.Warning}, {"ring", p.Ring}} {
		fmt.Fprintf(&b, "--%s:%s;", c.name, hex(c.color))
	}
	for _, s := range report.StateOrder {
		fmt.Fprintf(&b, "--%s:%s;", s, hex(p.Layers[s.Word()].Color))
	}
	return b.String()
}

func hex(c paint.Color) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
