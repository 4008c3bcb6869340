package policy

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
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
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != root) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for name, doc := range documented(file) {
			comments++
			if !beginsWith(doc.Text(), name.Name) {
				t.Errorf("%s: the comment of %s begins with %q", files.Position(doc.Pos()), name, firstWords(doc.Text()))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
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
