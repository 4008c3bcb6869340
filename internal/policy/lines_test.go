package policy

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"
)

// maxColumns is the greatest length of a line; a tab has four columns.
const maxColumns = 140

// TestLines finds lines that are too long. Raw strings have the lines that they need.
func TestLines(t *testing.T) {
	for _, s := range allSources(t) {
		raw := rawLines(s)
		n := 0
		for line := range strings.Lines(s.text) {
			n++
			line = strings.TrimSuffix(line, "\n")
			if columns := len([]rune(strings.ReplaceAll(line, "\t", "    "))); columns > maxColumns && !raw[n] {
				t.Errorf("%s:%d has %d columns, more than %d", s.path, n, columns, maxColumns)
			}
		}
	}
}

// rawLines returns the lines that raw strings are in.
func rawLines(s *source) map[int]bool {
	lines := map[int]bool{}
	ast.Inspect(s.File, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if ok && lit.Kind == token.STRING && lit.Value[0] == '`' {
			for l := s.files.Position(lit.Pos()).Line; l <= s.files.Position(lit.End()).Line; l++ {
				lines[l] = true
			}
		}
		return true
	})
	return lines
}
