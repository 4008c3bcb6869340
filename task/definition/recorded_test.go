package definition

import (
	"slices"
	"testing"
)

// What is recorded is what the definitions match, and nothing is missed by its package.
func TestRecorded(t *testing.T) {
	t.Parallel()
	list := append(BuiltIn(), Definition{Method: "Take", Class: "example.com/shop/*Store",
		Continue: []string{"example.com/q.(*Queue).run"}}, Definition{Method: "handle"}, Definition{Method: "Do", Class: "*.Worker"})
	for _, c := range []struct {
		pkg, name string
		own       bool
		may, want bool
	}{
		{"net/http", "net/http.serverHandler.ServeHTTP", false, true, true},
		{"net/http", "net/http.(*Server).Serve", false, true, false},
		{"net/http/httptest", "net/http/httptest.NewServer", false, false, false},
		{"database/sql", "database/sql.(*Stmt).QueryContext", false, true, true},
		{"database/sql", "database/sql.(*Tx).Commit", false, true, true},
		{"github.com/panjf2000/ants/v2", "github.com/panjf2000/ants/v2.(*Pool).Submit", false, true, true},
		{"google.golang.org/grpc", "google.golang.org/grpc.(*Server).handleStream", false, true, true},
		{"golang.org/x/sync/errgroup", "golang.org/x/sync/errgroup.(*Group).Go.func1", false, true, true},
		{"example.com/shop/db", "example.com/shop/db.(*Store).Take", false, true, true},
		{"example.com/q", "example.com/q.(*Queue).run", false, true, true},
		{"example.com/other", "example.com/other.handle", false, false, true},
		{"main", "main.handle", true, true, true},
		{"main", "main.(*Worker).Do", true, true, true},
		{"main", "main.main", true, true, false},
	} {
		if may := list.MayChoose(c.pkg, c.own); may != c.may {
			t.Errorf("may choose a function of %s: %v", c.pkg, may)
		}
		if got := list.Choose([]string{"x.y", c.name}, "/x/a.go", nil); !slices.Equal(got, []bool{false, c.want}) {
			t.Errorf("%s is chosen: %v", c.name, got)
		}
	}
}
