// Package docs holds the pages of the documentation, for people who have the program alone.
package docs

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed *.md
var files embed.FS

// order is the order of the pages: the index, then from first use to formats and
// measurements. The gallery is left out, because it is about pictures.
var order = []string{
	"README", "findings", "patterns", "limits", "questions", "commands", "expressions", "filters", "slices", "tasks", "handlers",
	"recording", "emit", "live", "attach", "java", "kernel", "processors",
	"formats", "joining", "dumps", "trace-viewers", "otlp", "pprof", "tracy", "interpreters", "reports", "diff", "ci", "code",
	"text-format", "trace-format", "live-protocol", "accessibility", "performance", "proof",
}

// Page is a page of the documentation.
type Page struct {
	Name  string // of its file, "findings.md"
	Title string
	Text  string // in Markdown, without the title
}

// Pages returns all pages in the order of their list.
func Pages() (all []Page) {
	for _, name := range order {
		data, err := files.ReadFile(name + ".md")
		if err != nil {
			panic(fmt.Sprintf("docs: %v", err)) // a test reads all of them
		}
		title, text, _ := strings.Cut(string(data), "\n")
		all = append(all, Page{name + ".md", strings.TrimPrefix(title, "# "), text})
	}
	return all
}
