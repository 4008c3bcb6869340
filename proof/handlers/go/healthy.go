package main

import (
	"cmp"
	"context"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// The programs in this file compute, and have no handlers.

// sortInParallel sorts lists with a merge sort, a half in a goroutine of its own.
func sortInParallel(ctx context.Context) {
	list := make([]entry, 300_000)
	for ctx.Err() == nil {
		for i := range list {
			list[i] = entry{rand.IntN(1000), i}
		}
		sortHalves(list, make([]entry, len(list)), 3)
	}
}

type entry struct{ key, value int }

func byKey(a, b entry) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.value, b.value)) }

func sortHalves(list, space []entry, depth int) {
	if depth == 0 {
		slices.SortFunc(list, byKey)
		return
	}
	half := len(list) / 2
	var other sync.WaitGroup
	other.Go(func() { sortHalves(list[:half], space[:half], depth-1) })
	sortHalves(list[half:], space[half:], depth-1)
	other.Wait()
	merge(space, list[:half], list[half:])
	copy(list, space)
}

func merge(to, a, b []entry) {
	for i := range to {
		if len(b) == 0 || len(a) > 0 && byKey(a[0], b[0]) <= 0 {
			to[i], a = a[0], a[1:]
		} else {
			to[i], b = b[0], b[1:]
		}
	}
}

// multiply multiplies matrices, some rows in each goroutine.
func multiply(ctx context.Context) {
	const n = 200
	a, b, c := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
	for i := range a {
		a[i], b[i] = rand.Float64(), rand.Float64()
	}
	for ctx.Err() == nil {
		var parts sync.WaitGroup
		for part := range 4 {
			parts.Go(func() { multiplyRows(a, b, c, n, part*n/4, (part+1)*n/4) })
		}
		parts.Wait()
	}
}

func multiplyRows(a, b, c []float64, n, from, to int) {
	for i := from; i < to; i++ {
		for j := range n {
			c[i*n+j] = dot(a[i*n:(i+1)*n], b, j, n)
		}
	}
}

func dot(row, b []float64, column, n int) (sum float64) {
	for k, x := range row {
		sum += x * b[k*n+column]
	}
	return sum
}

// mapReduce counts words: each goroutine those of a part of a text, then their counts are added up.
func mapReduce(ctx context.Context) {
	text := strings.Repeat("the quick brown fox jumps over the lazy dog ", 20_000)
	for ctx.Err() == nil {
		counts := make([]map[string]int, 4)
		var parts sync.WaitGroup
		for i := range counts {
			parts.Go(func() { counts[i] = countWords(text[i*len(text)/4 : (i+1)*len(text)/4]) })
		}
		parts.Wait()
		addCounts(counts)
	}
}

func countWords(text string) map[string]int {
	counts := map[string]int{}
	for word := range strings.FieldsSeq(text) {
		counts[word]++
	}
	return counts
}

func addCounts(counts []map[string]int) map[string]int {
	all := map[string]int{}
	for _, c := range counts {
		for word, n := range c {
			all[word] += n
		}
	}
	return all
}

// compile parses and checks packages of Go's library, one after the other, as a compiler does.
func compile(ctx context.Context) {
	for {
		files := token.NewFileSet()
		imports := importer.ForCompiler(files, "source", nil)
		for _, pkg := range []string{"strconv", "text/tabwriter", "container/heap", "bufio", "go/scanner", "text/scanner"} {
			if ctx.Err() != nil {
				return
			}
			checkPackage(files, imports, filepath.Join(build.Default.GOROOT, "src", pkg))
		}
	}
}

func checkPackage(files *token.FileSet, imports types.Importer, folder string) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	must(err)
	var parsed []*ast.File
	for _, name := range slices.DeleteFunc(names, func(n string) bool { return strings.HasSuffix(n, "_test.go") }) {
		source, err := os.ReadFile(name)
		must(err)
		file, err := parser.ParseFile(files, name, source, parser.ParseComments)
		must(err)
		parsed = append(parsed, file)
	}
	config := types.Config{Importer: imports, Error: func(error) {}}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	config.Check(folder, files, parsed, info)
	for _, file := range parsed {
		ast.Walk(&counter{info: info}, file)
	}
}

// counter counts the constants of files.
type counter struct {
	info      *types.Info
	constants int
}

// Visit is called for each node.
func (c *counter) Visit(n ast.Node) ast.Visitor {
	if x, ok := n.(ast.Expr); ok && c.info.Types[x].Value != nil {
		c.constants += len(c.info.Types[x].Value.ExactString())
	}
	return c
}
