package record_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/live/wire"
)

// soon is the time that a test waits for what must happen.
const soon = time.Minute

// fakeFeed is what a fakeListener has of a feed.
type fakeFeed struct {
	hello   wire.Hello
	pieces  map[uint64][]byte
	next    uint64
	lost    uint64
	ended   bool
	hellos  int
	echoes  []wire.Times
	times   []uint64
	ordered bool // numbers of each connection ascended
}

// fakeListener is a listener of the tests.
type fakeListener struct {
	network, at, address string
	token                string
	refusal              wire.Answer // to another token

	mu    sync.Mutex
	l     net.Listener
	conns map[net.Conn]bool
	feeds map[[16]byte]*fakeFeed
	hold  bool // it reads nothing behind the hello
	deaf  bool // it does not acknowledge
	wg    sync.WaitGroup
	came  *sync.Cond
}

// listen starts a listener.
func listen(t *testing.T, network string) *fakeListener {
	t.Helper()
	f := &fakeListener{network: network, conns: map[net.Conn]bool{}, feeds: map[[16]byte]*fakeFeed{}}
	f.came = sync.NewCond(&f.mu)
	if f.at = "127.0.0.1:0"; network == "unix" {
		f.at = filepath.Join(t.TempDir(), "tiv")
	}
	f.open(t)
	t.Cleanup(f.kill)
	if f.address = "tcp://" + f.at; network == "unix" {
		f.address = "unix:" + f.at
	}
	return f
}

// open accepts connections, at the same address as before.
func (f *fakeListener) open(t *testing.T) {
	t.Helper()
	l, err := net.Listen(f.network, f.at)
	if err != nil {
		t.Fatal(err)
	}
	f.mu.Lock()
	f.l, f.at = l, l.Addr().String()
	f.mu.Unlock()
	f.wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			f.mu.Lock()
			f.conns[conn] = true
			f.mu.Unlock()
			f.wg.Go(func() { f.serve(conn) })
		}
	})
}

// kill ends the listener, and all its connections.
func (f *fakeListener) kill() {
	f.mu.Lock()
	f.l.Close()
	f.hold = false
	for c := range f.conns {
		c.Close()
	}
	f.mu.Unlock()
	f.wg.Wait()
}

// forget takes away what has arrived.
func (f *fakeListener) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.feeds = map[[16]byte]*fakeFeed{}
}

func (f *fakeListener) serve(conn net.Conn) {
	defer func() {
		f.mu.Lock()
		delete(f.conns, conn)
		f.mu.Unlock()
		conn.Close()
	}()
	in := bufio.NewReader(conn)
	h, err := wire.ReadHello(in)
	if err != nil {
		return
	}
	feed, hold := f.greet(h)
	if h.Token != f.token {
		conn.Write(f.refusal.Append(nil))
		return
	}
	f.mu.Lock()
	next := feed.next
	f.mu.Unlock()
	// A frame of a type from the future, and a probe.
	out := wire.Answer{Next: next}.Append(nil)
	out = append(wire.Header{Type: 99, Length: 5}.Append(out), "later"...)
	conn.Write(wire.Header{Type: wire.Probe, Number: 17}.Append(out))
	for last := uint64(0); !hold; {
		head, err := wire.ReadHeader(in)
		if err != nil {
			return
		}
		data := make([]byte, head.Length)
		if _, err := io.ReadFull(in, data); err != nil {
			return
		}
		if ack, ok := f.take(feed, head, data, &last); ok {
			conn.Write(wire.Header{Type: wire.Ack, Number: ack}.Append(nil))
		}
	}
	for f.holds() {
		time.Sleep(5 * time.Millisecond)
	}
}

func (f *fakeListener) holds() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.hold
}

// greet returns the feed of a hello.
func (f *fakeListener) greet(h wire.Hello) (feed *fakeFeed, hold bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if feed = f.feeds[h.Feed]; feed == nil {
		feed = &fakeFeed{pieces: map[uint64][]byte{}, ordered: true}
		f.feeds[h.Feed] = feed
	}
	feed.hello = h
	feed.hellos++
	f.came.Broadcast()
	return feed, f.hold
}

// take takes a frame, and returns what to acknowledge.
func (f *fakeListener) take(feed *fakeFeed, h wire.Header, data []byte, last *uint64) (ack uint64, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer f.came.Broadcast()
	switch h.Type {
	case wire.Piece:
		feed.ordered = feed.ordered && h.Number >= *last
		*last = h.Number + 1
		feed.pieces[h.Number], feed.next = data, h.Number+1
	case wire.Lost:
		feed.lost = h.Number
	case wire.End:
		feed.ended, feed.next = true, h.Number
	case wire.Time:
		feed.times = append(feed.times, h.Number)
	case wire.Echo:
		times, _ := wire.TimesOf(data)
		feed.echoes = append(feed.echoes, times)
	}
	return feed.next, !f.deaf && (h.Type == wire.Piece || h.Type == wire.End)
}

// until waits for a condition of the feeds, which are sorted by their program's process.
func (f *fakeListener) until(t *testing.T, what string, met func([]*fakeFeed) bool) []*fakeFeed {
	t.Helper()
	over := false
	timer := time.AfterFunc(soon, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		over = true
		f.came.Broadcast()
	})
	defer timer.Stop()
	f.mu.Lock()
	defer f.mu.Unlock()
	for {
		list := slices.SortedFunc(maps.Values(f.feeds), func(a, b *fakeFeed) int { return int(a.hello.Process - b.hello.Process) })
		if met(list) {
			return list
		}
		if over {
			text := ""
			for _, x := range list {
				text += fmt.Sprintf("\n%+v: %d pieces, next %d, lost %d, ended %v", x.hello, len(x.pieces), x.next, x.lost, x.ended)
			}
			t.Fatalf("%s: it did not happen%s", what, text)
		}
		f.came.Wait()
	}
}

// ended waits until feeds are complete, and returns them.
func (f *fakeListener) ended(t *testing.T, n int) []*fakeFeed {
	t.Helper()
	return f.until(t, "the end of all feeds", func(list []*fakeFeed) bool {
		return len(list) == n && !slices.ContainsFunc(list, func(x *fakeFeed) bool { return !x.ended })
	})
}

// path writes the pieces of a feed to a file.
func (x *fakeFeed) path(t *testing.T) string {
	t.Helper()
	var all bytes.Buffer
	for _, n := range slices.Sorted(maps.Keys(x.pieces)) {
		all.Write(x.pieces[n])
	}
	path := filepath.Join(t.TempDir(), "trace.bin")
	if err := os.WriteFile(path, all.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// counted returns the values of a counter in a trace.
func counted(tables *tracefeed.Tables, all []tracefeed.Event, name string) (list []int64) {
	for _, ev := range all {
		if ev.Kind == tracefeed.Counter && tables.Names[ev.Name] == name {
			list = append(list, ev.Value)
		}
	}
	return list
}

// partialEvents reads the events of a trace with gaps, or without an end.
func partialEvents(t *testing.T, path string) (*tracefeed.Tables, []tracefeed.Event) {
	t.Helper()
	source := opened(t, path)
	defer source.Close()
	var all []tracefeed.Event
	for ev, err := range tracefeed.All(source) {
		if err != nil {
			break
		}
		all = append(all, *ev)
	}
	return source.Tables(), all
}
