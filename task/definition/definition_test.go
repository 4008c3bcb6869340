package definition

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// What the built-in definitions match in real names, and what they do not.
func TestBuiltIn(t *testing.T) {
	t.Parallel()
	l := BuiltIn()
	for _, c := range []struct{ name, want string }{
		{"java.awt.Component.dispatchEvent", "AwtComponentEvent"},
		{"java.awt.MenuComponent.dispatchEvent(Ljava/awt/AWTEvent;)V", "AwtMenuEvent"},
		{"java.awt.event.InvocationEvent.dispatch()V", "AwtInvocationEvent"},
		{"java.awt.EventQueue.dispatchEvent", ""},
		{"sun.rmi.transport.tcp.TCPTransport$ConnectionHandler.run", "RMI Invocation"},
		{"sun.rmi.transport.tcp.TCPTransport$ConnectionHandler.run0", ""},
		{"sun.rmi.transport.Transport.serviceCall", "RMI Call"},
		{"javax.servlet.http.HttpServlet.service", "Servlet request"},
		{"jakarta.servlet.http.HttpServlet.service", "Servlet request"},
		{"app.Pay.service", "Servlet request"},
		{"app.Other.service", ""},
		{"sun.net.httpserver.ServerImpl$Exchange.run", "HTTP request"},
		{"sun.net.httpserver.ServerImpl$Dispatcher.run", ""},
		{"io.netty.channel.DefaultChannelPipeline.fireChannelRead(Ljava/lang/Object;)Lio/netty/channel/ChannelPipeline;", "Netty read"},
		{"io.netty.channel.AbstractChannelHandlerContext.fireChannelRead", ""},
		{"io.grpc.stub.ServerCalls$UnaryServerCallHandler$UnaryServerCallListener.onHalfClose", "gRPC call"},
		{"net/http.serverHandler.ServeHTTP", "HTTP request"},
		{"net/http.HandlerFunc.ServeHTTP", ""},
		{"net/http.(*conn).serve", ""},
		{"google.golang.org/grpc.(*Server).handleStream", "gRPC call"},
		{"github.com/nats-io/nats%2ego.(*Conn).processMsg", "NATS message"},
		{"github.com/nats-io/nats%2ego/micro.(*service).reqHandler", "NATS request"},
		{"github.com/nats-io/nats-server/v2/server.(*client).processInboundMsg", "NATS message"},
		{"database/sql.(*DB).QueryContext", "SQL query"},
		{"database/sql.(*Stmt).ExecContext", "SQL statement"},
		{"database/sql.(*DB).Query", ""},
		{"golang.org/x/sync/errgroup.(*Group).Go.func1", "errgroup function"},
		{"golang.org/x/sync/errgroup.(*Group).Go", ""},
		{"github.com/panjf2000/ants/v2.(*Pool).Submit", "ants job"},
		{"XNextEvent", "X event"},
		{"g_main_dispatch", ""},
		{"g_timeout_dispatch", "GLib timer"},
		{"QCoreApplication::notifyInternal2(QObject*, QEvent*)", "Qt event"},
		{"QCoreApplication::notifyInternal2", "Qt event"},
		{"QApplication::notify(QObject*, QEvent*)", ""},
		{"uv__stream_io", "libuv input"},
		{"asyncio.events.Handle._run", "asyncio step"},
		{"py::Handle._run:/usr/lib/python3.12/asyncio/events.py", "asyncio step"},
		{"py::Handle._run:/srv/app/events.py", ""},
		{"wsgiref.handlers.BaseHandler.run", "WSGI request"},
		{"gunicorn.workers.sync.SyncWorker.handle_request", "WSGI request"},
	} {
		m := l.Match(functions(c.name), func(class string) []string {
			if class == "app.Pay" {
				return []string{"javax.servlet.Servlet"}
			}
			return nil
		})
		got := ""
		if d := m.Of(0); d >= 0 {
			got = l[d].Name
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	// A file of a project cannot hide behind the name of the built-in one, and a change of the
	// list is nobody else's.
	l[0].Name = "changed"
	if BuiltIn()[0].Name == "changed" {
		t.Error("the built-in list changed")
	}
}

// Every built-in definition is below a comment that says why it is there.
func TestBuiltInComments(t *testing.T) {
	t.Parallel()
	inside := false
	for block := range strings.SplitSeq(builtInText, "\n\n") {
		first, _, ok := strings.Cut(block, "<EVENT ")
		if ok && !strings.Contains(first, "\n  <!--") && !strings.HasPrefix(first, "  <!--") {
			t.Errorf("no comment above\n%s", block)
		}
		inside = inside || ok
	}
	if !inside {
		t.Error("there are no definitions")
	}
}

func TestOfTypes(t *testing.T) {
	t.Parallel()
	l := List{{Name: "a", Type: "JAVA"}, {Name: "b", Type: "RMI"}, {Name: "c", Type: "JAVA"}}
	for _, c := range []struct{ types, want, err string }{
		{"", "a b c", ""},
		{"JAVA", "a c", ""},
		{"RMI JAVA", "a b c", ""},
		{"RMI", "b", ""},
		{"RMI java", "", `no definition of tasks has the type "java"; there are JAVA, RMI`},
	} {
		got, err := l.OfTypes(strings.Fields(c.types))
		var names []string
		for _, d := range got {
			names = append(names, d.Name)
		}
		if strings.Join(names, " ") != c.want || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s: %v, %v", c.types, names, err)
		}
	}
}

func TestAround(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	inner := filepath.Join(top, "a", "b", "c")
	if err := os.MkdirAll(filepath.Join(top, "a", "b", FileName, "x"), 0o755); err != nil { // a folder of that name is no file
		t.Fatal(err)
	}
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, folder := range []string{inner, filepath.Join(top, "a")} {
		path := filepath.Join(folder, FileName)
		want = append(want, path)
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	trace := filepath.Join(inner, "trace.bin")
	if err := os.WriteFile(trace, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, of := range []string{trace, inner} {
		got := Around(of)
		if len(got) >= 2 && !reflect.DeepEqual(got[:2], want) || len(got) < 2 {
			t.Errorf("around %s: %v, want %v", of, got, want)
		}
	}
	for _, none := range []string{"-", "demo:deadlock", "http://localhost/x", filepath.Join(inner, "missing")} {
		if got := Around(none); len(got) > 0 {
			t.Errorf("around %s: %v", none, got)
		}
	}
}
