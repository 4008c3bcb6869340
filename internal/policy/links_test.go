package policy

import (
	"io/fs"
	"net/url"
	"os"
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
	for path, d := range all {
		for _, target := range d.targets {
			link, err := url.Parse(target)
			if err != nil || link.Scheme != "" {
				if err != nil {
					t.Errorf("%s: %v", path, err)
				}
				continue
			}
			file := path
			if link.Path != "" {
				file = filepath.Join(filepath.Dir(path), filepath.FromSlash(link.Path))
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s, which does not exist", path, target)
			} else if linked := all[file]; link.Fragment != "" && (linked == nil || !linked.anchors[link.Fragment]) {
				t.Errorf("%s links to %s, which has no such heading", path, target)
			}
		}
	}
}

// documents returns the documents of the project, by path.
func documents(t *testing.T) map[string]*document {
	all := map[string]*document{}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != root) {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".md") {
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			all[path] = parseDocument(source)
		}
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
	root := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
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
