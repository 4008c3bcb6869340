package policy

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unraced lists the packages with goroutines that `make test` runs without the race detector:
// they run programs, talk to them or draw windows. `make check` runs all with it.
var unraced = strings.Fields("ui ui/files internal/cli record record/clib record/kernel attach/pprof")

// TestRaceList fails for a package that starts goroutines and isn't in the Makefile's list for
// the race detector.
func TestRaceList(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^RACE = (.*)$`).FindSubmatch(makefile)
	if list == nil {
		t.Fatal("the Makefile has no list RACE")
	}
	raced := func(folder string) bool {
		return slices.ContainsFunc(strings.Fields(string(list[1])), func(word string) bool {
			word = strings.TrimPrefix(word, "./")
			below, all := strings.CutSuffix(word, "/...")
			return word == folder || all && (below == folder || strings.HasPrefix(folder, below+"/"))
		})
	}
	found := map[string]bool{}
	for _, s := range sources(t) {
		if startsGoroutines(s.File) {
			found[s.folder] = true
		}
	}
	for folder := range found {
		if top, _, _ := strings.Cut(folder, "/"); top == "demo" || top == "proof" {
			continue // programs to record
		}
		if !raced(folder) && !slices.Contains(unraced, folder) {
			t.Errorf("%s starts goroutines and is not in RACE of the Makefile", folder)
		}
	}
	for _, folder := range unraced {
		if !found[folder] {
			t.Errorf("%s starts no goroutines", folder)
		}
	}
}

// startsGoroutines reports whether a file has a go statement, or a call of Go or background.Start.
func startsGoroutines(f *ast.File) (starts bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			starts = true
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok {
				of, _ := f.X.(*ast.Ident)
				starts = starts || f.Sel.Name == "Go" || f.Sel.Name == "Start" && of != nil && of.Name == "background"
			}
		}
		return !starts
	})
	return starts
}
