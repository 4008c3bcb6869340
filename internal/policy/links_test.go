package policy

import (
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// document is a Markdown document of the project.
type document struct {
	anchors map[string]bool // of its headings
	targets []string        // of its links and pictures
}

// TestLinks checks that links between the documents lead to files and headings that exist.
func TestLinks(t *testing.T) {
	t.Parallel()
	all := documents(t)
	if len(all) < 20 {
		t.Fatalf("only %d documents were found", len(all))
	}
	for name, d := range all {
		for _, target := range d.targets {
			link, err := url.Parse(target)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if link.Scheme != "" {
				continue
			}
			file := name
			if link.Path != "" {
				file = path.Join(path.Dir(name), link.Path)
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(file))); err != nil {
				t.Errorf("%s links to %s, which does not exist", name, target)
			} else if linked := all[file]; link.Fragment != "" && (linked == nil || !linked.anchors[link.Fragment]) {
				t.Errorf("%s links to %s, which has no such heading", name, target)
			}
		}
	}
}

// documents returns the documents of the project, by path.
func documents(t *testing.T) map[string]*document {
	all := map[string]*document{}
	err := eachFile(".md", func(path string, text []byte) error {
		all[path] = parseDocument(text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// parseDocument returns the headings and links of a document.
func parseDocument(source []byte) *document {
	d := &document{anchors: map[string]bool{}}
	tree := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			d.anchors[anchor(words(n, source))] = true
		case *ast.Link:
			d.targets = append(d.targets, string(n.Destination))
		case *ast.Image:
			d.targets = append(d.targets, string(n.Destination))
		}
		return ast.WalkContinue, nil
	})
	return d
}

// words returns the text of a node without its marks.
func words(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// anchor returns the anchor that GitHub gives a heading.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', unicode.IsLetter(r), unicode.IsNumber(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// TestAnchor checks anchors of headings of the documents, as GitHub shows them.
func TestAnchor(t *testing.T) {
	t.Parallel()
	for heading, want := range map[string]string{
		"Programs with POSIX threads": "programs-with-posix-threads",
		"Waits: one, two":             "waits-one-two",
		"A `lock` of tiv.h":           "a-lock-of-tivh",
	} {
		d := parseDocument([]byte("## " + heading + "\n"))
		if !d.anchors[want] {
			t.Errorf("the anchors of %q are %v, not %s", heading, d.anchors, want)
		}
	}
}
