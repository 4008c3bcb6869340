package policy

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A source is a file of the project.
type source struct {
	*ast.File
	files  *token.FileSet
	path   string // below the project's folder, with slashes
	folder string
	text   string
}

// isTest reports whether the file is part of a test.
func (s *source) isTest() bool { return strings.HasSuffix(s.path, "_test.go") }

// parsed are all files of the project, tests among them.
var parsed = sync.OnceValues(func() (list []*source, err error) {
	err = eachFile(".go", func(file string, text []byte) error {
		s := &source{files: token.NewFileSet(), path: file, folder: path.Dir(file), text: string(text)}
		s.File, err = parser.ParseFile(s.files, file, text, parser.ParseComments|parser.SkipObjectResolution)
		list = append(list, s)
		return err
	})
	return list, err
})

// root is the folder of the project.
var root = filepath.Join("..", "..")

// eachFile calls f for each file of the project with an extension, test data aside. The path
// is below the project's folder, with slashes.
func eachFile(extension string, f func(path string, text []byte) error) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != root) {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != extension {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		return f(filepath.ToSlash(rel), text)
	})
}

// sources returns the files of the project that are no tests.
func sources(t *testing.T) (list []*source) {
	for _, s := range allSources(t) {
		if !s.isTest() {
			list = append(list, s)
		}
	}
	return list
}

// allSources returns all files of the project.
func allSources(t *testing.T) []*source {
	t.Helper()
	list, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 1000 {
		t.Fatalf("only %d files were found", len(list))
	}
	return list
}
