package execution_test

import (
	"testing"

	"tiv/execution"
)

func TestOriginOf(t *testing.T) {
	for _, x := range []struct{ function, file, pkg, typ, module string }{
		// Go.
		{"main.main", "main.go", "main", "", ""},
		{"main.run.func1", "main.go", "main", "", ""},
		{"main.run.func2.1", "main.go", "main", "", ""},
		{"main.run.gowrap1", "main.go", "main", "", ""},
		{"main.run-range1", "main.go", "main", "", ""},
		{"main.init.0", "main.go", "main", "", ""},
		{"main.glob..func1", "main.go", "main", "", ""},
		{"main.f.g.func1", "main.go", "main", "", ""}, // a method of f, or g inlined in f
		{"net/http.(*Server).Serve", "server.go", "net/http", "net/http.Server", "std"},
		{"net/http.(*Server).Serve.func1", "", "net/http", "net/http.Server", "std"},
		{"time.Time.Format", "time.go", "time", "time.Time", "std"},
		{"time.Time.Format-fm", "time.go", "time", "time.Time", "std"},
		{"main.worker.run", "main.go", "main", "main.worker", ""},
		{"main.Map[...]", "main.go", "main", "", ""},
		{"main.(*List[...]).Push", "main.go", "main", "main.List[...]", ""},
		{"main.List[go.shape.int].Len", "main.go", "main", "main.List[...]", ""},
		{"github.com/a/b/c.(*T).f", "c.go", "github.com/a/b/c", "github.com/a/b/c.T", "github.com/a/b"},
		{"gopkg.in/yaml%2ev3.Unmarshal", "yaml.go", "gopkg.in/yaml.v3", "", "gopkg.in/yaml.v3"},
		{"go.uber.org/zap.(*Logger).Info", "zap.go", "go.uber.org/zap", "go.uber.org/zap.Logger", ""},
		{"example/store.Get", "store.go", "example/store", "", "example"},
		{"vendor/golang.org/x/net/http2.f", "f.go", "vendor/golang.org/x/net/http2", "", "std"},
		// Java.
		{"java.util.HashMap.put", "", "java.util", "java.util.HashMap", ""},
		{"sun.nio.ch.poll.wait", "", "sun.nio.ch", "sun.nio.ch.poll", ""},
		{"java.base/java.util.HashMap.put", "HashMap.java", "java.util", "java.util.HashMap", "java.base"},
		{"com.acme.Store$Entry.<init>", "", "com.acme", "com.acme.Store$Entry", ""},
		{"com.acme.store.put", "store.java", "com.acme", "com.acme.store", ""},
		{"com.acme.store.put", "", "", "", ""},
		{"Main.main", "Main.java", "", "Main", ""},
		{"com.acme.Store.lambda$get$0", "", "com.acme", "com.acme.Store", ""},
		{"com.acme.Store$$Lambda.run", "", "com.acme", "com.acme.Store$$Lambda", ""},
		// C and C++.
		{"pthread_mutex_lock", "", "", "", ""},
		{"work.part.0", "", "", "", ""},
		{"libc.so.6+0x98f61", "", "", "", "libc.so.6"},
		{"ns::Class<T>::method(int)", "", "ns", "ns::Class<T>", ""},
		{"ns::Class<std::pair<int, A::B>>::method(int, X::Y) const", "", "ns", "ns::Class<std::pair<int, A::B>>", ""},
		{"void ns::apply<int>(int)", "", "ns", "", ""},
		{"bank::transfer(bank::account&)", "", "bank", "", ""},
		{"Account::deposit", "", "", "Account", ""},
		{"store::store(int)", "", "", "store", ""},
		{"db::store::~store()", "", "db", "db::store", ""},
		{"std::mutex::lock()", "", "", "", ""},
		{"std::sort<int*>(int*, int*)", "", "std", "", ""},
		{"std::vector<int>::push_back(int&&)", "", "std", "std::vector<int>", ""},
		{"(anonymous namespace)::Pool::run()", "", "(anonymous namespace)", "(anonymous namespace)::Pool", ""},
		{"net::Server::start()::{lambda()#1}::operator()() const", "", "net", "net::Server", ""},
		{"ns::Date::operator<(ns::Date const&) const", "", "ns", "ns::Date", ""},
		{"ns::Date::operator bool() const", "", "ns", "ns::Date", ""},
		// Rust.
		{"tokio::runtime::task::harness::Harness<T,S>::poll", "harness.rs", "tokio::runtime::task::harness",
			"tokio::runtime::task::harness::Harness<T,S>", "tokio"},
		{"app::load::{{closure}}::h0123456789abcdef", "", "app", "", "app"},
		{"<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop", "", "alloc::vec", "alloc::vec::Vec<T>", "alloc"},
		{"<T as app::Work>::run", "", "", "T", ""},
		{"std::sync::mutex::lock", "mutex.rs", "std::sync::mutex", "", "std"},
		// Python.
		{"threading.wait", "/usr/lib/python3.11/threading.py", "threading", "", "threading"},
		{"app.db.query", "app/db.py", "app.db", "", "app"},
		{"app.db.Store.query", "app/db.py", "app.db", "app.db.Store", "app"},
		{"py::Store.query:/srv/app/db.py", "", "db", "db.Store", "db"},
		// Slices of trace viewers, and names without sense.
		{"", "", "", "", ""},
		{"Layout", "", "", "", ""},
		{"GET /api/v1.0/users", "", "", "", ""},
		{"load: http://example.com/A.b", "", "", "", ""},
		{"v8.compile", "", "", "", ""},
		{"static/app.js", "", "", "", ""},
		{"::", "", "", "", ""},
		{"<", "", "", "", ""},
		{")(*.", "", "", "", ""},
	} {
		want := execution.Origin{Package: x.pkg, Type: x.typ, Module: x.module}
		if got := execution.OriginOf(x.function, x.file, false); got != want {
			t.Errorf("%s %s: got %+v, want %+v", x.function, x.file, got, want)
		}
	}
	if got := execution.OriginOf("main.worker.run", "", true); got.Type != "main.worker" {
		t.Errorf("in a trace of Go: %+v", got)
	}
}

func FuzzOriginOf(f *testing.F) {
	for _, name := range []string{"net/http.(*Server).Serve.func1", "a::B<c>::~d(e)", "java.base/a.B.c", ".[].", "(*",
		"operator()", "<a as b>::c"} {
		f.Add(name, "")
	}
	f.Add("a.b", "x.go")
	f.Fuzz(func(t *testing.T, function, file string) {
		for _, inGo := range []bool{true, false} {
			if o := execution.OriginOf(function, file, inGo); len(o.Package)+len(o.Type)+len(o.Module) > 8*(len(function)+len(file))+8 {
				t.Errorf("%q: %+v", function, o)
			}
		}
	})
}
