package portal

import (
	"bufio"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
)

// bus is a session bus with a portal on it, for one connection after the other.
type bus struct {
	*testing.T
	conn net.Conn
	out  *dbus.Conn // numbers and writes messages to conn
	// opened receives each call of OpenFile and SaveFile; ended is closed when the
	// client's connection ends.
	opened chan *dbus.Message
	ended  chan struct{}
	manners
}

// manners are the faults of a bus; the zero value has none.
type manners struct {
	// refuse is the name of the error that answers requests for dialogs; silent
	// leaves these without an answer, mute all calls.
	refuse       string
	silent, mute bool
}

// name is the client's name on the bus, handle the path of its request.
const (
	name   = ":1.7"
	handle = dbus.ObjectPath("/org/freedesktop/portal/desktop/request/1_7/t")
)

// newBus starts a bus and makes it the session bus of the test.
func newBus(t *testing.T, m manners) *bus {
	t.Helper()
	dir, err := os.MkdirTemp("", "bus") // sockets need short paths
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "socket")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+path)
	b := &bus{T: t, manners: m, opened: make(chan *dbus.Message, 1), ended: make(chan struct{})}
	go func() {
		defer close(b.ended)
		var err error
		if b.conn, err = l.Accept(); err != nil {
			return
		}
		defer b.conn.Close()
		if b.out, err = dbus.NewConn(b.conn); err == nil {
			b.serve()
		}
	}()
	t.Cleanup(func() {
		l.Close()
		<-b.ended
		os.RemoveAll(dir)
	})
	return b
}

// serve speaks to a client until its connection ends.
func (b *bus) serve() {
	in := bufio.NewReader(b.conn)
	in.ReadByte() // 0
	for {
		line, err := in.ReadString('\n')
		switch line = strings.TrimSpace(line); {
		case err != nil:
			return
		case line == "AUTH":
			b.conn.Write([]byte("REJECTED EXTERNAL\r\n"))
		case strings.HasPrefix(line, "AUTH EXTERNAL"):
			b.conn.Write([]byte("DATA\r\n"))
		case strings.HasPrefix(line, "DATA"):
			b.conn.Write([]byte("OK 0123456789abcdef0123456789abcdef\r\n"))
		case line == "NEGOTIATE_UNIX_FD":
			b.conn.Write([]byte("ERROR\r\n"))
		}
		if line == "BEGIN" {
			break
		}
	}
	for {
		m, err := dbus.DecodeMessage(in)
		if err != nil {
			return
		}
		if !b.mute {
			b.reply(m)
		}
	}
}

// reply answers a call.
func (b *bus) reply(m *dbus.Message) {
	member, _ := m.Headers[dbus.FieldMember].Value().(string)
	switch member {
	case "Hello":
		b.send(dbus.TypeMethodReply, m, name)
	case "OpenFile", "SaveFile":
		if b.refuse != "" {
			b.send(dbus.TypeError, m)
		} else if !b.silent {
			b.send(dbus.TypeMethodReply, m, handle)
		}
		b.opened <- m
	default:
		b.send(dbus.TypeMethodReply, m)
	}
}

// send sends an answer to a call.
func (b *bus) send(kind dbus.Type, to *dbus.Message, body ...any) {
	headers := map[dbus.HeaderField]dbus.Variant{dbus.FieldReplySerial: dbus.MakeVariant(to.Serial())}
	if kind == dbus.TypeError {
		headers[dbus.FieldErrorName] = dbus.MakeVariant(b.refuse)
	}
	b.write(kind, headers, body...)
}

// signal sends a signal.
func (b *bus) signal(path dbus.ObjectPath, of, member string, body ...any) {
	b.write(dbus.TypeSignal, map[dbus.HeaderField]dbus.Variant{
		dbus.FieldPath: dbus.MakeVariant(path), dbus.FieldInterface: dbus.MakeVariant(of), dbus.FieldMember: dbus.MakeVariant(member),
	}, body...)
}

// respond sends the answer of the user.
func (b *bus) respond(code uint32, uris ...string) {
	b.signal(handle, request, "Response", code, map[string]dbus.Variant{"uris": dbus.MakeVariant(uris)})
}

func (b *bus) write(kind dbus.Type, headers map[dbus.HeaderField]dbus.Variant, body ...any) {
	headers[dbus.FieldDestination] = dbus.MakeVariant(name)
	headers[dbus.FieldSender] = dbus.MakeVariant("org.freedesktop.DBus")
	if len(body) > 0 {
		headers[dbus.FieldSignature] = dbus.MakeVariant(dbus.SignatureOf(body...))
	}
	b.out.Send(&dbus.Message{Type: kind, Headers: headers, Body: body}, nil)
}
