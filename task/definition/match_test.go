package definition

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

func functions(names ...string) (all []Function) {
	for _, n := range names {
		all = append(all, Function{Name: n})
	}
	return all
}

// OBJECTS are classes with all that are below them, whatever the form of the hierarchy.
func TestMatchObjects(t *testing.T) {
	t.Parallel()
	above := map[string][]string{
		"app.Pay":                        {"app/Base", "java.io.Serializable"},
		"app/Base":                       {"javax.servlet.http.HttpServlet"},
		"javax.servlet.http.HttpServlet": {"javax.servlet.GenericServlet"},
		"javax.servlet.GenericServlet":   {"javax.servlet.Servlet"},
		"a.X":                            {"a.Y"},
		"a.Y":                            {"a.Z", "a.X"},
		"a.Z":                            {"a.X", "a.Top"},
		"a.Self":                         {"a.Self"},
	}
	m := List{
		read(t, `METHOD="service" OBJECTS="javax.servlet.Servlet"`),
		read(t, `METHOD="run" OBJECTS="b.Top a/Top"`),
		read(t, `METHOD="put" OBJECTS="app::Put"`),
	}.Match(functions("app.Pay.service", "javax.servlet.Servlet.service", "a.X.run", "a.Z.run", "a.Self.run", "app.Other.service",
		"<app::Store as app::Put>::put", "a.Y.run"), func(class string) []string { return above[class] })
	for i, want := range []int{0, 0, 1, 1, -1, -1, 2, 1} {
		if got := m.Of(i); got != want {
			t.Errorf("function %d: definition %d, want %d", i, got, want)
		}
	}
}

// A long chain of classes, and all of them asked for, take linear time and no deep stack.
func TestMatchDeepHierarchy(t *testing.T) {
	t.Parallel()
	const n = 50_000
	asked := 0
	var fs []Function
	for i := range n {
		fs = append(fs, Function{Name: fmt.Sprintf("p.C%d.run", i)})
	}
	m := List{{Method: "run", Objects: []string{"p.C" + strconv.Itoa(n)}}}.Match(fs, func(class string) []string {
		asked++
		i, _ := strconv.Atoi(strings.TrimPrefix(class, "p.C"))
		if i == n {
			return nil
		}
		return []string{"p.C" + strconv.Itoa(i+1)}
	})
	for i := range fs {
		if m.Of(i) != 0 {
			t.Fatalf("function %d does not match", i)
		}
	}
	if asked > n+1 {
		t.Errorf("asked for the classes above a class %d times for %d classes", asked, n+1)
	}
}

func TestContinues(t *testing.T) {
	t.Parallel()
	l := List{
		read(t, `METHOD="a" CONTINUE="app.Queue.take app.*.handle"`),
		read(t, `METHOD="b"`),
		read(t, `METHOD="c" CONTINUE="*"`),
		read(t, `METHOD="d" CONTINUE="ns::work(int) net/http.(*conn).serve"`),
	}
	names := []string{"app.Queue.take", "app.x.Y.handle", "app.handle", "ns::work(int)", "ns::work(long)", "ns::work",
		"net/http.(*conn).serve", "serve"}
	m := l.Match(functions(names...), nil)
	for i, want := range []string{"0 2", "0 2", "2", "2 3", "2", "2 3", "2 3", "2"} {
		var got []string
		for d := range l {
			if m.Continues(d, i) {
				got = append(got, strconv.Itoa(d))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s continues %v, want %s", names[i], got, want)
		}
	}
	if l[:2].Match(nil, nil).Continues(0, 0) {
		t.Error("a function that does not exist continues a task")
	}
}

func TestUnmatched(t *testing.T) {
	t.Parallel()
	l := append(List{
		read(t, `METHOD="dispatchEvnt" CLASS="java.awt.Component" NAME="a"`),
		read(t, `METHOD="dispatchEvent" CLASS="java.awt.Componnt" NAME="b"`),
		read(t, `METHOD="serve" NAME="c"`),
		read(t, `METHOD="serve" CLASS="net/http.conn" NAME="d"`),
		read(t, `METHOD="handle*" CLASS="main.Server" NAME="e"`),
		read(t, `METHOD="quite_different" NAME="f"`),
		read(t, `METHOD="quite_different" CLASS="main.*erver" NAME="g"`),
		read(t, `METHOD="*" NAME="h"`),
	}, BuiltIn()...)
	m := l.Match(functions("java.awt.Component.dispatchEvent", "java.awt.MenuComponent.dispatchEvent", "net/http.(*conn).serve",
		"main.handle", "main.(*Server).Handle", "main.(*server).handleAll"), nil)
	var got []string
	for _, u := range m.Unmatched() {
		got = append(got, u.String())
	}
	want := []string{
		`x.xml:1: a matches no function of the trace (METHOD="dispatchEvnt" CLASS="java.awt.Component"); near it are ` +
			`java.awt.Component.dispatchEvent, java.awt.MenuComponent.dispatchEvent`,
		`x.xml:1: b matches no function of the trace (METHOD="dispatchEvent" CLASS="java.awt.Componnt"); near it are ` +
			`java.awt.Component.dispatchEvent, java.awt.MenuComponent.dispatchEvent`,
		`x.xml:1: d begins no task: an earlier definition matches the same functions`,
		`x.xml:1: e matches no function of the trace (METHOD="handle*" CLASS="main.Server"); near it are ` +
			`main.(*server).handleAll, main.handle, main.(*Server).Handle`,
		`x.xml:1: f matches no function of the trace (METHOD="quite_different")`,
		`x.xml:1: g matches no function of the trace (METHOD="quite_different" CLASS="main.*erver"); near it are ` +
			`main.(*Server).Handle, main.(*server).handleAll`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	slow := func(a, b string) int {
		row := make([]int, len(b)+1)
		for j := range row {
			row[j] = j
		}
		for i := range len(a) {
			next := []int{i + 1}
			for j := range len(b) {
				cost := row[j]
				if a[i] != b[j] {
					cost++
				}
				next = append(next, min(cost, row[j+1]+1, next[j]+1))
			}
			row = next
		}
		return row[len(b)]
	}
	words := []string{"", "a", "ab", "ba", "serve", "server", "observer", "Handle", "handleAll", "dispatchEvent", "dispatchEvnt",
		"disaptchEvent", "eventDispatch"}
	for _, a := range words {
		for _, b := range words {
			for limit := 1; limit < 12; limit++ {
				if got, want := distance(a, b, limit), min(slow(a, b), limit); got != want {
					t.Errorf("from %q to %q: %d, want %d", a, b, got, want)
				}
			}
		}
	}
}
