package policy

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// TestDocNames checks that the comment of a function, method or type begins with the name
// that it documents, after an article at most: a comment that begins with another name has
// been left behind by a change.
func TestDocNames(t *testing.T) {
	t.Parallel()
	comments := 0
	for _, f := range sources(t) {
		for name, doc := range documented(f.File) {
			comments++
			if !beginsWith(doc.Text(), name.Name) {
				t.Errorf("%s: the comment of %s begins with %q", f.files.Position(doc.Pos()), name, firstWords(doc.Text()))
			}
		}
	}
	if comments < 1000 {
		t.Errorf("only %d comments were found", comments)
	}
}

// documented returns the names of the functions, methods and types of a file that have a
// comment.
func documented(file *ast.File) map[*ast.Ident]*ast.CommentGroup {
	docs := map[*ast.Ident]*ast.CommentGroup{}
	add := func(name *ast.Ident, doc *ast.CommentGroup) {
		if doc.Text() != "" { // directives alone are no comment
			docs[name] = doc
		}
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			add(decl.Name, decl.Doc)
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				if s, ok := spec.(*ast.TypeSpec); !ok {
					continue
				} else if add(s.Name, s.Doc); !decl.Lparen.IsValid() {
					add(s.Name, decl.Doc)
				}
			}
		}
	}
	return docs
}

// beginsWith reports whether a comment begins with a name, after an article at most, or is
// about its deprecation.
func beginsWith(comment, name string) bool {
	words := firstWords(comment)
	if len(words) > 1 && slices.Contains([]string{"A", "An", "The"}, words[0]) {
		words = words[1:]
	}
	return words[0] == name || words[0] == name+"'s" || words[0] == "Deprecated"
}

// firstWords returns the first two words of a comment, without the punctuation behind them.
func firstWords(comment string) []string {
	words := strings.Fields(comment)
	words = words[:min(2, len(words))]
	for i, w := range words {
		words[i] = strings.TrimRight(w, ",.:;")
	}
	return words
}

// TestBeginsWith checks comments of both kinds.
func TestBeginsWith(t *testing.T) {
	t.Parallel()
	for _, comment := range []string{"Open opens.", "A Open is", "Open, if", "Deprecated: use New.", "Open's result"} {
		if !beginsWith(comment, "Open") {
			t.Errorf("%q does not begin with Open", comment)
		}
	}
	for _, comment := range []string{"Opens a file.", "open opens.", "The file", "The", "Close"} {
		if beginsWith(comment, "Open") {
			t.Errorf("%q begins with Open", comment)
		}
	}
}
