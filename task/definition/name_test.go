package definition

import (
	"strings"
	"testing"
)

// Names of all languages, as traces have them.
func TestSplit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, class, method, sign string }{
		// Go.
		{"main.main", "main", "main", ""},
		{"net/http.(*conn).serve", "net.http.conn", "serve", ""},
		{"net/http.HandlerFunc.ServeHTTP", "net.http.HandlerFunc", "ServeHTTP", ""},
		{"net/http.serverHandler.ServeHTTP", "net.http.serverHandler", "ServeHTTP", ""},
		{"main.(*Server).Handle", "main.Server", "Handle", ""},
		{"main.handle.func1", "main.handle", "func1", ""},
		{"main.(*T).run.func2.1", "main.T.run.func2", "1", ""},
		{"main.glob..func1", "main.glob.", "func1", ""},
		{"main.(*T).run-fm", "main.T", "run-fm", ""},
		{"main.Map[...]", "main", "Map", ""},
		{"main.Map[go.shape.int,example.com/e.F].func1", "main.Map", "func1", ""},
		{"main.(*List[...]).Push", "main.List", "Push", ""},
		{"d.(*T[example.com/e.F]).Run", "d.T", "Run", ""},
		{"github.com/a/b.c/d.(*T).Run", "github.com.a.b.c.d.T", "Run", ""},
		{"github.com/nats-io/nats%2ego.(*Conn).processMsg", "github.com.nats-io.nats.go.Conn", "processMsg", ""},
		{"gopkg.in/yaml%2ev3.Unmarshal", "gopkg.in.yaml.v3", "Unmarshal", ""},
		{"gopkg.in/yaml.v3.Unmarshal", "gopkg.in.yaml.v3", "Unmarshal", ""},
		// Java.
		{"java.awt.Component.dispatchEvent", "java.awt.Component", "dispatchEvent", ""},
		{"java/awt/Component.dispatchEvent(Ljava/awt/AWTEvent;)V", "java.awt.Component", "dispatchEvent", "(Ljava/awt/AWTEvent;)V"},
		{"java.awt.Component.dispatchEvent(java.awt.AWTEvent)", "java.awt.Component", "dispatchEvent", "(java.awt.AWTEvent)"},
		{"sun.rmi.transport.tcp.TCPTransport$ConnectionHandler.run", "sun.rmi.transport.tcp.TCPTransport$ConnectionHandler", "run", ""},
		{"java.base/java.util.HashMap.put", "java.util.HashMap", "put", ""},
		{"java.base@21.0.2/java.util.HashMap.put", "java.util.HashMap", "put", ""},
		{"com.acme.app@1.0/com.acme.A.b", "com.acme.A", "b", ""},
		{"app//com.acme.A.b", "com.acme.A", "b", ""},
		{"com.acme.Store$Entry.<init>", "com.acme.Store$Entry", "<init>", ""},
		{"com.acme.Store.lambda$get$0", "com.acme.Store", "lambda$get$0", ""},
		{"com.acme.Store$$Lambda.run", "com.acme.Store$$Lambda", "run", ""},
		{"com.acme.Store$$Lambda/0x00007f01.run", "com.acme.Store$$Lambda.0x00007f01", "run", ""},
		{"com.acme.Fridge.cold", "com.acme.Fridge", "cold", ""},
		{"Main.main", "Main", "main", ""},
		{"Ljava/util/HashMap;::put", "java.util.HashMap", "put", ""},
		{"int java.lang.String.hashCode()", "java.lang.String", "hashCode", "()"},
		// C.
		{"XNextEvent", "", "XNextEvent", ""},
		{"process_message(char const*)", "", "process_message", "(char const*)"},
		{"work.part.0", "", "work", ""},
		{"work.constprop.0.isra.1", "", "work", ""},
		{"memcpy@@GLIBC_2.14", "", "memcpy", ""},
		{"read@plt", "", "read", ""},
		{"libc.so.6+0x98f61", "libc.so", "6+0x98f61", ""},
		// C++.
		{"ns::Class::method", "ns.Class", "method", ""},
		{"ns::Class::method(int, char const*) const", "ns.Class", "method", "(int, char const*) const"},
		{"ns::Class<std::pair<int, A::B>>::method(int, X::Y) const", "ns.Class", "method", "(int, X::Y) const"},
		{"void ns::apply<int>(int)", "ns", "apply", "(int)"},
		{"std::enable_if<(1>0), int>::type ns::f<a::b>(a::b)", "ns", "f", "(a::b)"},
		{"decltype ((a)+(b::c)) ns::add<int>(int)", "ns", "add", "(int)"},
		{"auto ns::map<int, a::F>(a::F (*)(int)) -> int", "ns", "map", "(a::F (*)(int)) -> int"},
		{"(anonymous namespace)::Pool::run()", "(anonymous namespace).Pool", "run", "()"},
		{"ns::(anonymous namespace)::run(int)", "ns.(anonymous namespace)", "run", "(int)"},
		{"net::Server::start()::{lambda()#1}::operator()() const", "net.Server.start.{lambda()#1}", "operator()", "() const"},
		{"net::Server::start(a::b) const::{lambda(a::b)#1}::operator()<int>(a::b) const",
			"net.Server.start.{lambda(a::b)#1}", "operator()", "(a::b) const"},
		{"main::{lambda()#1}::operator()", "main.{lambda()#1}", "operator()", ""},
		{"ns::Date::operator<(ns::Date const&) const", "ns.Date", "operator<", "(ns::Date const&) const"},
		{"ns::Date::operator bool() const", "ns.Date", "operator bool", "() const"},
		{"ns::Date::operator std::vector<a::b>() const", "ns.Date", "operator std::vector<a::b>", "() const"},
		{"std::ostream& ns::operator<< <int>(std::ostream&, int)", "ns", "operator<<", "(std::ostream&, int)"},
		{"operator new(unsigned long)", "", "operator new", "(unsigned long)"},
		{"db::store::~store()", "db.store", "~store", "()"},
		{"non-virtual thunk to ns::A::f(int)", "ns.A", "f", "(int)"},
		{"ns::f(int) [clone .isra.0]", "ns", "f", "(int)"},
		{"ns::f(int) .cold", "ns", "f", "(int)"},
		{"ns::f[abi:cxx11](int)", "ns", "f", "(int)"},
		// Rust.
		{"tokio::runtime::task::Harness<T,S>::poll", "tokio.runtime.task.Harness", "poll", ""},
		{"app::load::{{closure}}::h0123456789abcdef", "app.load", "{{closure}}", ""},
		{"<T as app::Work>::run", "T app.Work", "run", ""},
		{"<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop", "alloc.vec.Vec core.ops.drop.Drop", "drop", ""},
		{"<app::Store>::put", "app.Store", "put", ""},
		{"app::<impl app::Put for app::Store>::put", "app.Put app.Store", "put", ""},
		// Python.
		{"app.db.Store.query", "app.db.Store", "query", ""},
		{"py::Store.query:/srv/app/db.py", "db.Store", "query", ""},
		{"app.f.<locals>.g", "app.f.<locals>", "g", ""},
		{"app.f.<locals>.<lambda>", "app.f.<locals>", "<lambda>", ""},
		{"app.<module>", "app", "<module>", ""},
		// Texts that are no functions, and damaged names.
		{"", "", "", ""},
		{"GET /api/v1.0/users", "", "GET /api/v1.0/users", ""},
		{"static/app", "", "static/app", ""},
		{"::", "", "", ""},
		{"<", "", "<", ""},
		{"a<b", "", "a", ""},
		{"f(int", "", "f", "(int"},
		{")(*.", "", ")", "(*."},
	} {
		n := split(c.name)
		class := newClass(n.class).plain
		if got := strings.Join(class, " "); got != c.class || n.method != c.method || n.sign != c.sign {
			t.Errorf("%s: %q, %q, %q\nwant %q, %q, %q", c.name, got, n.method, n.sign, c.class, c.method, c.sign)
		}
	}
	long := strings.Repeat("(*<[{", 100_000)
	split(long) // and soon
	canonical(long, true)
}

// What METHOD, CLASS and SIGN match.
func TestMatchNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, attributes, other string }{
		// other does not match.
		{"net/http.(*conn).serve", `METHOD="serve" CLASS="net/http.(*conn)"`, `METHOD="serve" CLASS="net/http"`},
		{"net/http.(*conn).serve", `METHOD="serve" CLASS="net/http.conn"`, `METHOD="serve" CLASS="http.conn"`},
		{"net/http.(*conn).serve", `METHOD="s*" CLASS="net.http.*"`, `METHOD="S*" CLASS="net.http.*"`},
		{"net/http.(*conn).serve", `METHOD="serve" CLASS="net/http.(*)"`, `METHOD="serve" CLASS="net/http.(*server)"`},
		{"net/http.ListenAndServe", `METHOD="ListenAndServe" CLASS="net/http"`, `METHOD="ListenAndServe" CLASS="net/http.*"`},
		{"main.handle.func1", `METHOD="func1" CLASS="main.handle"`, `METHOD="handle" CLASS="main"`},
		{"main.Map[...]", `METHOD="Map" CLASS="main"`, `METHOD="Map[int]" CLASS="main"`},
		{"main.Map[int]", `METHOD="Map[...]"`, `METHOD="Map[string]"`},
		{"main.(*Tree[int]).Insert", `METHOD="Insert" CLASS="main.(*Tree[int])"`, `METHOD="Insert" CLASS="main.(*Tree[string])"`},
		{"main.(*Tree[int]).Insert", `METHOD="Insert" CLASS="main.(*Tree[...])"`, `METHOD="Insert" CLASS="main.(*Tre[...])"`},
		{"main.(*Tree[...]).Insert", `METHOD="Insert" CLASS="main.Tree"`, `METHOD="Insert" CLASS="Tree"`},

		{"java.awt.Component.dispatchEvent", `METHOD="dispatchEvent" CLASS="java/awt/Component" SIGN="(Ljava/awt/AWTEvent;)V"`,
			`METHOD="dispatchEvent" CLASS="java/awt/MenuComponent"`},
		{"java/awt/Component.dispatchEvent(Ljava/awt/AWTEvent;)V", `METHOD="dispatchEvent" CLASS="java.awt.Component" SIGN="(Ljava.awt.AWTEvent;)V"`,
			`METHOD="dispatchEvent" CLASS="java.awt.Component" SIGN="()V"`},
		{"java.awt.Component.dispatchEvent(java.awt.AWTEvent)", `METHOD="dispatchEvent" SIGN="(Ljava/awt/AWTEvent;)V"`,
			`METHOD="dispatchEvent" SIGN="(Ljava/awt/AWTEvent;I)V"`},
		{"a.B.f([[ILa/C;J)V", `METHOD="f" SIGN="(int[][], a.C, long)"`, `METHOD="f" SIGN="(int[], a.C, long)"`},
		{"a.B.f([[ILa/C;J)V", `METHOD="f" SIGN="([[I*)V"`, `METHOD="f" SIGN="([[I*)Z"`},
		{"a.B.f([[ILa/C;J)V", `METHOD="f" SIGN="([[ILa/C;J)"`, `METHOD="f" SIGN="([[ILa/C;J)I"`},
		{"sun.rmi.transport.tcp.TCPTransport$ConnectionHandler.run", `METHOD="run" CLASS="*$ConnectionHandler"`, `METHOD="run" CLASS="*$Connection"`},
		{"a.B.<init>", `METHOD="&lt;init>" CLASS="a.B"`, `METHOD="init" CLASS="a.B"`},

		{"ns::Class::method(int, char const*) const", `METHOD="method" CLASS="ns::Class" SIGN="(int,char const*)"`,
			`METHOD="method" CLASS="ns::Class" SIGN="(int)"`},
		{"ns::Class::method(int, char const*) const", `METHOD="method" CLASS="ns.Class" SIGN="(int, char const *) const"`,
			`METHOD="method" SIGN="(int, char const *) volatile"`},
		{"ns::Class::method", `METHOD="method" CLASS="ns.Class" SIGN="(int)"`, `METHOD="method" CLASS="Class"`},
		{"ns::Class<a::b, 3>::f<int>()", `METHOD="f" CLASS="ns::Class" SIGN="(void)"`, `METHOD="f" CLASS="ns::Class" SIGN="(int)"`},
		{"ns::Class<a::b, 3>::f<int>()", `METHOD="f&lt;int>" CLASS="ns::Class&lt;a::b,3>"`, `METHOD="f&lt;long>"`},
		{"ns::Class<a::b, 3>::f<int>()", `METHOD="f" CLASS="ns::Class&lt;*>"`, `METHOD="f" CLASS="ns::Class&lt;a::c,*>"`},
		{"ns::Date::operator<(ns::Date const&) const", `METHOD="operator&lt;"`, `METHOD="operator"`},
		{"XNextEvent", `METHOD="XNextEvent" CLASS="*"`, `METHOD="XNextEvent" CLASS="x"`},
		{"XNextEvent", `METHOD="X*Event" SIGN="(Display*, XEvent*)"`, `METHOD="*X"`},

		{"<app::Store as app::Put>::put", `METHOD="put" CLASS="app::Store"`, `METHOD="put" CLASS="app"`},
		{"<app::Store as app::Put>::put", `METHOD="put" CLASS="app.Put"`, `METHOD="put" CLASS="Put"`},
		{"<app::Store<u8> as app::Put>::put", `METHOD="put" CLASS="app::Store&lt;u8>"`, `METHOD="put" CLASS="app::Store&lt;u16>"`},
		{"app::db::Store::put", `METHOD="put" CLASS="app::*::Store"`, `METHOD="put" CLASS="app::*::Db"`},

		{"app.db.Store.query", `METHOD="query" CLASS="*.Store"`, `METHOD="query" CLASS="*.Store.*"`},
		{"py::Store.query:/srv/app/db.py", `METHOD="query" CLASS="db.Store" SOURCE="app/db.py"`, `METHOD="query" SOURCE="app/store.py"`},

		{"a.b", `METHOD="*"`, `METHOD="*c"`},
		{"a.b", `METHOD="***" CLASS="**"`, `METHOD="*" CLASS="b"`},
		{"a.abab", `METHOD="a*b*b"`, `METHOD="ab*bab"`},
	} {
		for _, attributes := range []string{c.attributes, c.other} {
			m := List{read(t, attributes)}.Match([]Function{{Name: c.name}}, nil)
			if got, want := m.Of(0) == 0, attributes == c.attributes; got != want {
				t.Errorf("%s matches %s: %v, want %v", attributes, c.name, got, want)
			}
		}
	}
}

func TestMatchSources(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		source string
		files  string // separated by spaces
		want   bool
	}{
		{"/pro/field/msg/src/msgclient.c", "/pro/field/msg/src/msgclient.c", true},
		{"/pro/field/msg/src/msgclient.c", "/other/pro/field/msg/src/msgclient.c", false},
		{"/pro/field/msg/src/msgclient.c", "msgclient.c", true},
		{"/pro/field/msg/src/msgclient.c", "src/msgclient.c", true},
		{"/pro/field/msg/src/msgclient.c", "client.c", false},
		{"/pro/field/msg/src/msgclient.c", "", true},
		{"src/msgclient.c", "/pro/src/msgclient.c", true},
		{"src/msgclient.c", "/pro/mysrc/msgclient.c", false},
		{"msgclient.c", "/a/b.c /a/msgclient.c", true},
		{"msgclient.c", "/a/b.c", false},
		{"src/*.c", "/pro/src/msg/client.c", true},
		{"src/*.c", "/pro/src/msg/client.cc", false},
		{"*.go", "main.go", true},
		{"/pro/*.c", "/other/a.c", false},
		{"/pro/*.c", "a.c", true},
		{"/pro/*/msgclient.c", "msg/msgclient.c", true},
		{"/pro/*/msgclient.c", "client.c", false},
		{"C:/src/a.c", `C:\src\a.c`, true},
		{`src\a.c`, `C:\src\a.c`, true},
		{`D:\src\a.c`, `C:\src\a.c`, false},
	} {
		l := List{{Method: "f", Source: c.source}}
		m := l.Match([]Function{{Name: "f", Files: append(strings.Fields(c.files), "")}}, nil)
		if got := m.Of(0) == 0; got != c.want {
			t.Errorf("SOURCE=%q matches %q: %v, want %v", c.source, c.files, got, c.want)
		}
	}
}

func TestMatchesClass(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		patterns, typeName string
		want               bool
	}{
		{"a.B", "a.B", true},
		{"x a/B", "a.B", true},
		{"a.B", "a/B", true},
		{"a.B", "La/B;", true},
		{"a.B[]", "[La/B;", true},
		{"a.B", "[La/B;", false},
		{"byte[]", "[B", true},
		{"byte[]", "[[B", false},
		{"byte", "[B", false},
		{"a.*", "a.b.C", true},
		{"a.*", "b.a.C", false},
		{"a.B", "a.BC", false},
		{"ns::Store", "ns::Store<int>", true},
		{"ns::Store<int>", "ns::Store<int>", true},
		{"ns::Store<long>", "ns::Store<int>", false},
		{"ns.Msg", "struct ns::Msg *", true},
		{"net/http.Request", "*net/http.Request", true},
		{"net/http.(*Request)", "*net/http.Request", true},
		{"[]byte", "[]byte", true},
		{"[]byte", "[]uint8", false},
		{"main.Tree", "main.Tree[int]", true},
		{"", "", false},
		{"*", "", true},
	} {
		if got := MatchesClass(strings.Fields(c.patterns), c.typeName); got != c.want {
			t.Errorf("%s match %s: %v, want %v", c.patterns, c.typeName, got, c.want)
		}
	}
}
