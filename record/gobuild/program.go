package gobuild

import (
	"context"
	"strconv"
)

// A program is one package that becomes an executable: a main package, or a
// package with tests.
type program struct {
	dir     string // where the overlay puts its file
	file    string // that file's name
	pkg     string // the package's name
	name    string // the import path
	covered bool   // its main package is instrumented for coverage
}

// programs returns the programs that the command builds, and notes about the
// ones that cannot be recorded. covered are the packages that -coverpkg selects.
func programs(ctx context.Context, tc toolchain, c *Command, covered map[string]bool) ([]program, []string, error) {
	all, err := tc.list(ctx, c, "-json=Dir,ImportPath,Name,Standard,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Deps")
	if err != nil {
		return nil, nil, err
	}
	var progs []program
	var notes []string
	for _, l := range all {
		p, ok := l.program(c.Verb)
		if !ok {
			continue
		}
		if why := unreachable(l, tc); why != "" {
			notes = append(notes, why)
			continue
		}
		p.covered = c.Verb != "test" && l.coversMain(covered)
		progs = append(progs, p)
	}
	return progs, notes, nil
}

// unreachable returns the reason why a package cannot have an overlay, or "".
func unreachable(l *listed, tc toolchain) string {
	switch {
	case l.Standard && l.Name != "main":
		return l.ImportPath + ": not recorded: part of Go itself"
	case tc.caches(l.Dir):
		return l.ImportPath + ": not recorded: go lays nothing over its module cache; try go run " + l.ImportPath +
			"@VERSION, or a copy of the source"
	}
	return ""
}

// program returns the program of a package, and false if it has none.
func (l *listed) program(verb string) (program, bool) {
	p := program{dir: l.Dir, file: addedName + "_main.go", name: l.ImportPath}
	pkg := l.Name
	if verb == "test" {
		p.file = addedName + "_test.go"
		switch {
		case len(l.TestGoFiles) > 0:
		case len(l.XTestGoFiles) > 0:
			pkg += "_test"
		default:
			return p, false
		}
	} else if pkg != "main" || len(l.GoFiles)+len(l.CgoFiles) == 0 {
		return p, false
	}
	p.pkg = pkg
	return p, true
}

// text returns the content of p's file. out is the default path of the trace,
// "" for no trace; limits are those of Options in words.
func (p program) text(out, limits string) string {
	if out == "" {
		return "package " + p.pkg + "\n\nimport _ \"runtime/trace\"\n"
	}
	return "package " + p.pkg + "\n\nimport tivRecord \"runtime/trace\"\n\n" +
		"func init() { tivRecord.TivRecord(" + strconv.Quote(out) + ", " + strconv.Quote(limits) + ") }\n"
}
