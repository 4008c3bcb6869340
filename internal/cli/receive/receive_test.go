package receive

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/record/emit"
	"tiv/tracefeed"
	"tiv/tracefeed/live/wire"
)

// client sends each Write as a piece.
type client struct {
	conn net.Conn
	next uint64
}

// dial says a hello to a listener.
func dial(t *testing.T, address string, h wire.Hello) *client {
	t.Helper()
	network, at := "tcp", strings.TrimPrefix(address, "tcp://")
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		network, at = "unix", path
	}
	conn, err := net.Dial(network, at)
	if err != nil {
		t.Fatal(err)
	}
	conn.Write(h.Append(nil))
	if a, err := wire.ReadAnswer(bufio.NewReader(conn)); err != nil || a.Refused != "" {
		t.Fatalf("%+v, %v", a, err)
	}
	return &client{conn: conn}
}

func (c *client) Write(p []byte) (int, error) {
	c.next++
	return c.conn.Write(append(wire.Header{Type: wire.Piece, Length: uint32(len(p)), Number: c.next - 1}.Append(nil), p...))
}

func (c *client) Close() error {
	c.conn.Write(wire.Header{Type: wire.End, Number: c.next}.Append(nil))
	return c.conn.(interface{ CloseWrite() error }).CloseWrite()
}

// program runs two threads of which one waits for the other n times.
func program(t *testing.T, address string, n int, h wire.Hello) {
	h.Wall = time.Now().UnixNano()
	w, err := emit.New(dial(t, address, h), emit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, a, b := w.Monitor("1", "lock of "+h.Program), w.Thread("1", "holder"), w.Thread("2", "waiter")
	a.Start(nil)
	b.Start(a)
	for range n {
		a.MonitorEnter(m)
		b.MonitorWait(m)
		a.MonitorExit(m)
		b.MonitorEnter(m)
		b.MonitorExit(m)
		time.Sleep(time.Millisecond)
	}
	b.End()
	a.End()
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// lines returns the events of a feed as text, but those that only say that time goes on, and
// checks that time does not go back.
func lines(t *testing.T, feed tracefeed.Feed) (all []string) {
	t.Helper()
	var events []tracefeed.Event
	last := tracefeed.Time(0)
	for ev, err := range tracefeed.All(feed) {
		if err != nil {
			t.Fatal(err)
		}
		if ev.Time < last {
			t.Errorf("an event at %v follows one at %v", ev.Time, last)
		}
		last = ev.Time
		if ev.Kind != tracefeed.NoKind && ev.Kind != tracefeed.Run {
			events = append(events, *ev)
		}
	}
	for _, ev := range events { // names change while other programs come
		tables := feed.Tables()
		all = append(all, fmt.Sprint(tables.Threads[ev.Thread].Name, " ", ev.Kind, " ", tables.Monitors[ev.Monitor].Name))
	}
	slices.Sort(all)
	return all
}

// TestPrograms receives two programs at two sockets. The feed of both while they run has the events
// of what is saved.
func TestPrograms(t *testing.T) {
	dir := t.TempDir()
	path := dir + "/s"
	if len(path) > 100 {
		t.Chdir(dir) // names of sockets are short
		path = "s"
	}
	r, err := Start(Options{Addresses: []string{"127.0.0.1:0", "unix:" + path}, Dir: dir + "/feeds",
		Said: func(s string) { t.Error(s) }})
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan []string, 1)
	go func() { got <- lines(t, r.Feed(t.Context())) }()
	const n = 50
	sent := make(chan bool)
	for i, address := range r.Addresses {
		go func() {
			program(t, address, n, wire.Hello{Feed: [16]byte{byte(i)}, Program: fmt.Sprint("p", i), Process: int64(i + 1)})
			sent <- true
		}()
	}
	<-sent
	<-sent
	for !r.Ended() {
		time.Sleep(time.Millisecond)
	}
	var figures Figures
	text := figures.Text(r.Feeds(), time.Now())
	if !strings.HasPrefix(text, "2 programs, 0 connected; ") || strings.Contains(text, "lost") {
		t.Errorf("figures: %s", text)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	live := <-got
	source, err := r.Saved("all.bin")
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	saved := lines(t, source.Feed)
	if !slices.Equal(live, saved) || len(live) < 2*5*n {
		t.Errorf("live: %d events, saved: %d\n%q\n%q", len(live), len(saved), diff(live, saved), diff(saved, live))
	}
	for _, want := range []string{"p0/waiter monitor-wait lock of p0", "p1/waiter monitor-wait lock of p1"} {
		if !slices.Contains(live, want) {
			t.Errorf("no %q in %q", want, slices.Compact(live))
		}
	}
}

// diff returns what the first list has and the second has not.
func diff(a, b []string) (out []string) {
	for _, s := range a {
		if !slices.Contains(b, s) {
			out = append(out, s)
		}
	}
	return slices.Compact(out)
}

// TestAddresses lists addresses that are refused.
func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"0.0.0.0:0":     "--token",
		"nonsense:port": "nonsense:port",
	} {
		_, err := Start(Options{Addresses: []string{address}, Dir: t.TempDir()})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", address, err, want)
		}
	}
	file := t.TempDir() + "/file"
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(Options{Addresses: []string{"unix:" + file}, Dir: t.TempDir()}); err == nil {
		t.Error("a file is replaced by a socket")
	}
}
