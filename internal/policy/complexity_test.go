package policy

import (
	"go/ast"
	"go/token"
	"testing"
)

// maxComplexity is the greatest cyclomatic complexity of a function: the number of its
// independent paths.
const maxComplexity = 20

// TestComplexity counts the branches of all functions, tests aside.
func TestComplexity(t *testing.T) {
	for _, s := range sources(t) {
		for _, decl := range s.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := complexity(f); n > maxComplexity {
				t.Errorf("%s: %s has a complexity of %d, more than %d", s.path, f.Name.Name, n, maxComplexity)
			}
		}
	}
}

// complexity returns one more than the number of branches: conditions, their operators, loops,
// and cases.
func complexity(f *ast.FuncDecl) int {
	n := 1
	ast.Inspect(f, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if x.List != nil {
				n++
			}
		case *ast.CommClause:
			if x.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if x.Op == token.LAND || x.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}
