package gobuild

import (
	"os"
	"path/filepath"
	"strings"
)

// A Chooser chooses the functions whose calls begin tasks, or go on with them.
type Chooser interface {
	// MayChoose reports whether it can choose a function of a package; own: of the user's
	// modules.
	MayChoose(pkg string, own bool) bool
	// Objects are the types whose methods, and those of types that implement them, are chosen.
	Objects() []string
	// Choose reports which of the functions of a file, "" if it is not known, it chooses, by their
	// names in stacks.
	// above returns the interfaces that a type implements, by the names of methods without their
	// last component.
	Choose(names []string, file string, above func(class string) []string) []bool
}

// enters are the functions whose calls say more about the task that they begin than their name:
// the expression that records its begin, in which $f is the function's variable, $r its
// receiver and $0, $1 … its parameters.
var enters = map[string]string{
	serveHTTP:                         "tivServe(&$f, $1)",
	"database/sql.(*DB).QueryContext": "$f.EnterQuery($1)", "database/sql.(*DB).ExecContext": "$f.EnterQuery($1)",
	"database/sql.(*Conn).QueryContext": "$f.EnterQuery($1)", "database/sql.(*Conn).ExecContext": "$f.EnterQuery($1)",
	"database/sql.(*Tx).QueryContext": "$f.EnterQuery($1)", "database/sql.(*Tx).ExecContext": "$f.EnterQuery($1)",
	"database/sql.(*Stmt).QueryContext": "$f.EnterQuery($r.query)", "database/sql.(*Stmt).ExecContext": "$f.EnterQuery($r.query)",
	"google.golang.org/grpc.(*Server).handleStream": "$f.EnterMethod($1.Method())",
}

const serveHTTP = "net/http.serverHandler.ServeHTTP"

// task makes a function record what its calls say about their tasks. It stays as it is if it has
// not the parameters for that.
func (f *function) task() {
	text := strings.ReplaceAll(enters[f.name], "$f", f.variable)
	text = strings.ReplaceAll(text, "$r", f.receiver)
	for i, name := range f.parameters {
		if at := "$" + string(rune('0'+i)); strings.Contains(text, at) && name == "" {
			return
		} else if i < 10 {
			text = strings.ReplaceAll(text, at, name)
		}
	}
	if !strings.Contains(text, "$") {
		f.enter = text
	}
}

// routes tells the type of requests of net/http, which a mux knows.
var routes = feature{
	name: "the routes of requests",
	patches: []patch{{"net/http/server.go", []change{{1, "= mux.findHandler(r)\n	}\n	h.ServeHTTP(w, r)\n",
		"= mux.findHandler(r); tivRouted(r)\n	}\n	h.ServeHTTP(w, r)\n"}}}},
	adds: []addition{{"net/http", "request.go.txt"}},
}

// addRoutes lays the files of routes over package net/http. It returns false, with a note, if
// they do not fit.
func (b *Build) addRoutes(over *overlay, base string) (bool, error) {
	src := b.Source
	if src == nil {
		src = os.DirFS(filepath.Join(b.tc.root, "src"))
	}
	files, err := routes.fitting(src)
	if err != nil {
		b.Note("%s: %v; recording without %s", b.tc.version, err, routes.name)
		return false, nil
	}
	dir, err := files.writeStable(base)
	if err == nil {
		over.layOver(files, dir, filepath.Join(b.tc.root, "src"))
	}
	return true, err
}
