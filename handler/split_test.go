package handler

import (
	"testing"

	"tiv/tracefeed"
)

func TestSplit(t *testing.T) {
	t.Parallel()
	frames := []tracefeed.Frame{
		{Func: "main.main", File: "/src/app/main.go"},
		{Func: "net/http.HandlerFunc.ServeHTTP", File: "/usr/local/go/src/net/http/server.go"},
		{Func: "example.com/dep.Do", File: "/src/go/pkg/mod/example.com/dep@v1.2.0/do.go"},
		{Func: "flask.app.run", File: "/venv/lib/site-packages/flask/app.py"},
		{Func: "shop.pay", File: "/srv/shop/shop.py"},
	}
	for _, test := range []struct {
		function string
		patterns Patterns
		want     bool
	}{
		{"main.main", Patterns{}, false},
		{"net/http.HandlerFunc.ServeHTTP", Patterns{}, true},
		{"fmt.Println", Patterns{}, true},
		{"io.ReadAll", Patterns{}, true},
		{"example.com/dep.Do", Patterns{}, true},
		{"example.com/app.Do", Patterns{}, false},
		{"flask.app.run", Patterns{}, true},
		{"shop.pay", Patterns{}, false},
		{"java.lang.reflect.Method.invoke", Patterns{}, true},
		{"com.sun.net.httpserver.Filter$Chain.doFilter", Patterns{}, true},
		{"com.acme.Server$$Lambda.handle", Patterns{}, false},
		{"org.apache.catalina.core.ApplicationFilterChain.doFilter", Patterns{}, true},
		{"epoll_wait", Patterns{}, true},
		{"__libc_start_main", Patterns{}, true},
		{"readRequest", Patterns{}, false},
		{"start_thread", Patterns{}, true},
		{"libc.so.6+0x1234", Patterns{}, true},
		{"libshop.so+0x1234", Patterns{}, false},
		{"", Patterns{}, true},
		{"main.main", Patterns{System: []string{"main"}}, true},
		{"main.main", Patterns{System: []string{"main"}, User: []string{"main.main"}}, false},
		{"main.main", Patterns{System: []string{"main.*"}, User: []string{"main"}}, true},
		{"main.main", Patterns{System: []string{"app/main.go"}}, true},
		{"example.com/dep.Do", Patterns{User: []string{"example.com"}}, false},
		{"acme.Loop.start", Patterns{ThreadStart: []string{"acme.Loop"}}, true},
	} {
		if got := NewSplit(frames, test.patterns).System(test.function); got != test.want {
			t.Errorf("%s with %+v: system %v, want %v", test.function, test.patterns, got, test.want)
		}
	}
}

// Packages of a program in Java can have the names of Go's own.
func TestSplitJava(t *testing.T) {
	t.Parallel()
	s := NewSplit([]tracefeed.Frame{{Func: "java.lang.Thread.run", File: "Thread.java"}}, Patterns{})
	for function, want := range map[string]bool{"io.acme.Shop.pay": false, "net.acme.Shop.pay": false, "io.netty.util.Recycler.get": true,
		"java.lang.Thread.run": true} {
		if got := s.System(function); got != want {
			t.Errorf("%s: system %v, want %v", function, got, want)
		}
	}
}

// A name is the same after it was divided for XML.
func TestNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"net/http.(*conn).serve":         "net/http.(*conn)@serve",
		"main.main.func1":                "main.main@func1",
		"acme.Shop$Order.<init>":         "acme.Shop$Order@<init>",
		"ns::Queue<a::b>::next(int)":     "ns::Queue<a::b>@next(int)",
		"<app::Store as app::Sink>::put": "<app::Store as app::Sink>@put",
		"main":                           "main",
		"":                               "",
		"::f":                            "::f",
		"a.":                             "a.",
		".a":                             ".a",
		"pkg.f[x::y]":                    "pkg.f[x::y]",
		"a.b@c":                          "a@b@c",
	} {
		if got := paperName(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
		class, method := splitName(name)
		if got := joinName(class, method); got != name {
			t.Errorf("%q: joined %q", name, got)
		}
	}
}

func TestChange(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"own=20": "20", "wait=95%": "95 %", "wait=0.95": "95 %", "least=0.001%": "0.001 %",
		"own=0": "", "own=1.5": "", "wait=101%": "", "wait=NaN": "", "wait": "", "x=1": ""} {
		th := DefaultThresholds()
		err := th.Change(text)
		if (err == nil) != (want != "") {
			t.Errorf("%s: error %v", text, err)
		}
		for _, l := range Limits() {
			if d := DefaultThresholds(); l.Text(&th) != l.Text(&d) && l.Text(&th) != want {
				t.Errorf("%s: %s is %s", text, l.Name, l.Text(&th))
			}
		}
	}
}
