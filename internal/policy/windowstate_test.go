package policy

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// chosen are the names of fields that hold choices of the user: in package ui, they are set by
// commands alone.
var chosen = []string{"Workspace", "Look", "Playback", "Tables", "ThreadList", "StatisticsWhole", "SlicesWhole", "Ranking", "Flame",
	"CurrentNote", "Comparison", "comparison", "Settings", "Exporter", "Traces"}

// setByWindow are the fields below those that the window sets itself, with the reason.
var setByWindow = map[string]string{
	"Tables.Hidden": "whether the panel is seen is known to the window",
	"Tables.Raised": "the panel comes to the front when it is laid out",
	"exporter.Copy": "the clipboard is that of the window",
	"a.comparison":  "the window is put together",
}

// readers are the methods of a workspace that package ui may call, because they change nothing.
var readers = []string{"Growing", "Following", "UndoLabels", "IsOn", "NoteFits", "Clone"}

// TestWindowSendsCommands checks that package ui, and those below it, change what the user has chosen
// only by commands: they call no method of a workspace that changes it, and assign to no field of
// it, of a document, or of a session, also through a pointer that they take.
func TestWindowSendsCommands(t *testing.T) {
	files := 0
	for _, s := range sources(t) {
		if s.folder != "ui" && !strings.HasPrefix(s.folder, "ui/") {
			continue
		}
		files++
		for _, d := range s.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				for _, wrong := range changes(f.Body) {
					t.Errorf("%s:%d: %s changes what only commands may change", s.path, s.files.Position(wrong.at).Line, wrong.what)
				}
			}
		}
	}
	if files < 100 {
		t.Errorf("only %d files were checked", files)
	}
}

// change is a change in the source, and its place.
type change struct {
	at   token.Pos
	what string
}

// changes returns the changes of choices in a function.
func changes(body *ast.BlockStmt) (list []change) {
	pointers := map[string][]string{} // where variables point
	wrong := func(x ast.Expr) {
		names := way(x)
		if len(names) < 2 {
			return
		}
		if to := pointers[names[0]]; to != nil {
			names = append(slices.Clip(to), names[1:]...)
		}
		last := strings.Join(names[len(names)-2:], ".")
		if setByWindow[last] == "" && slices.ContainsFunc(names[1:], func(name string) bool { return slices.Contains(chosen, name) }) {
			list = append(list, change{x.Pos(), strings.Join(names, ".")})
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if n.Tok != token.DEFINE {
					wrong(left)
				} else if len(n.Lhs) == len(n.Rhs) {
					of, ok := n.Rhs[i].(*ast.UnaryExpr)
					if pointers[way(left)[0]] = nil; ok && of.Op == token.AND {
						pointers[way(left)[0]] = way(of.X)
					}
				}
			}
		case *ast.IncDecStmt:
			wrong(n.X)
		case *ast.CallExpr:
			names := way(n.Fun)
			if k := len(names) - 2; k >= 0 && names[k] == "Workspace" && !slices.Contains(readers, names[k+1]) && k > 0 {
				list = append(list, change{n.Pos(), strings.Join(names, ".")})
			}
			for _, a := range n.Args { // a widget may write through a pointer
				if of, ok := a.(*ast.UnaryExpr); ok && of.Op == token.AND && strings.HasPrefix(strings.Join(names, "."), "imgui.") {
					wrong(of.X)
				}
			}
		}
		return true
	})
	return list
}

// way returns the names in a selector, with those of indexed expressions: a, b and c of a.b[i].c; nil
// for other expressions.
func way(x ast.Expr) []string {
	switch x := x.(type) {
	case *ast.Ident:
		return []string{x.Name}
	case *ast.SelectorExpr:
		if names := way(x.X); names != nil {
			return append(names, x.Sel.Name)
		}
	case *ast.IndexExpr:
		return way(x.X)
	case *ast.ParenExpr:
		return way(x.X)
	case *ast.StarExpr:
		return way(x.X)
	}
	return nil
}
