package listener

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/live/wire"
)

// start starts a listener on a Unix socket.
func start(t *testing.T, o Options) (l *Listener, dial func() net.Conn) {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	l, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- l.Serve(socket) }()
	t.Cleanup(func() {
		l.Close()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return l, func() net.Conn {
		t.Helper()
		conn, err := net.Dial("tcp", socket.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
}

func hello(n byte) wire.Hello { return wire.Hello{Feed: [16]byte{n}, Program: "shop", Process: 7} }

// greet says a hello and returns the answer.
func greet(t *testing.T, conn net.Conn, h wire.Hello) (wire.Answer, *bufio.Reader) {
	t.Helper()
	conn.Write(h.Append(nil))
	in := bufio.NewReader(conn)
	a, err := wire.ReadAnswer(in)
	if err != nil {
		t.Fatal(err)
	}
	return a, in
}

func frame(kind wire.Type, number uint64, data []byte) []byte {
	return append(wire.Header{Type: kind, Length: uint32(len(data)), Number: number}.Append(nil), data...)
}

// acked reads acknowledgements up to one.
func acked(t *testing.T, in io.Reader, want uint64) {
	t.Helper()
	for {
		h, err := wire.ReadHeader(in)
		if err != nil {
			t.Fatalf("no acknowledgement of %d: %v", want, err)
		}
		if h.Type == wire.Ack && h.Number >= want {
			return
		}
	}
}

// TestCuts sends pieces through connections that are cut anywhere, to listeners that are ended
// anywhere: what the file has is all pieces that were sent, once, in order.
func TestCuts(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		dir := t.TempDir()
		var pieces [][]byte
		for i := range 60 {
			pieces = append(pieces, bytes.Repeat([]byte{byte(i)}, 1+rng.IntN(3000)))
		}
		skipped := map[int]bool{} // pieces that the client has dropped
		for range rng.IntN(5) {
			skipped[rng.IntN(len(pieces))] = true
		}
		l, dial := start(t, Options{Dir: dir})
		for next, tries := 0, 0; next < len(pieces); tries++ {
			if tries%3 == 2 {
				l.Close()
				l, dial = start(t, Options{Dir: dir})
			}
			conn := dial()
			a, in := greet(t, conn, hello(1))
			next = int(a.Next)
			var out []byte
			for i := next; i < len(pieces); i++ {
				if !skipped[i] {
					out = append(out, frame(wire.Piece, uint64(i), pieces[i])...)
				}
			}
			if tries < 10 && len(out) > 0 {
				conn.Write(out[:rng.IntN(len(out))])
				conn.Close()
				continue
			}
			conn.Write(append(out, frame(wire.End, uint64(len(pieces)), nil)...))
			acked(t, in, uint64(len(pieces)))
			break
		}
		var want []byte
		for i, p := range pieces {
			if !skipped[i] {
				want = append(want, p...)
			}
		}
		f := l.Feeds()[0]
		got, err := os.ReadFile(f.Path)
		s := f.Status()
		if err != nil || !bytes.Equal(got, want) || !s.Ended || int(s.Missing) != len(skipped) || s.Size != int64(len(want)) {
			t.Fatalf("seed %d: %d bytes, want %d; %+v; %v", seed, len(got), len(want), s, err)
		}
		r, err := f.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if read, err := io.ReadAll(r); err != nil || !bytes.Equal(read, want) {
			t.Errorf("seed %d: the reader gives %d bytes, %v", seed, len(read), err)
		}
		r.Close()
		l.Close()
	}
}

// TestPassed checks that a time counts only once all before it was read.
func TestPassed(t *testing.T) {
	l, dial := start(t, Options{})
	conn := dial()
	_, in := greet(t, conn, hello(1))
	conn.Write(append(frame(wire.Piece, 0, make([]byte, 100)), frame(wire.Time, 5e6, nil)...))
	acked(t, in, 1)
	conn.Write(frame(wire.Piece, 1, make([]byte, 100))) // behind the time: it says nothing of it
	acked(t, in, 2)
	f := l.Feeds()[0]
	r, err := f.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	buf := make([]byte, 150)
	if n, err := r.Read(buf); n != 150 || err != nil {
		t.Fatal(n, err)
	}
	if at := r.Passed(); at != 0 {
		t.Errorf("passed %v while bytes are left", at)
	}
	read := make(chan error, 1)
	go func() {
		_, err := io.ReadAll(r)
		read <- err
	}()
	for r.Passed() == 0 { // the test's own limit of time ends it
		time.Sleep(time.Millisecond)
	}
	if at := r.Passed(); at != 5e6 {
		t.Errorf("passed %v", at)
	}
	conn.Write(frame(wire.End, 2, nil))
	if err := <-read; err != nil {
		t.Error(err)
	}
}

// TestRefused lists hellos and frames that are refused, and what is said.
func TestRefused(t *testing.T) {
	said := make(chan string, 10)
	l, dial := start(t, Options{Token: "secret", Said: func(s string) { said <- s }})
	for _, token := range []string{"", "wrong"} {
		h := hello(1)
		h.Token = token
		if a, _ := greet(t, dial(), h); a.Refused != "token: it is wrong" || !a.Final {
			t.Errorf("token %q: %+v", token, a)
		}
	}
	if len(l.Feeds()) != 0 {
		t.Error("there are feeds")
	}
	h := hello(1)
	h.Token = "secret"
	if a, _ := greet(t, dial(), h); a.Refused != "" {
		t.Errorf("the right token: %+v", a)
	}
	h.Program = "another"
	if a, _ := greet(t, dial(), h); a.Refused != "another feed has the same number" || !a.Final {
		t.Errorf("the same number: %+v", a)
	}
	h = hello(2)
	h.Token = "secret"
	conn := dial()
	greet(t, conn, h)
	conn.Write(wire.Header{Type: wire.Piece, Length: 1 << 31}.Append(nil))
	if text := <-said; !strings.Contains(text, "shop (7): a frame of type 1 has 2147483648 bytes") {
		t.Errorf("said %q", text)
	}
	conn = dial()
	fmt.Fprint(conn, "TIV-FEED 9\n\n")
	if a, err := wire.ReadAnswer(bufio.NewReader(conn)); err != nil || !strings.Contains(a.Refused, "TIV-FEED 9") || !a.Final {
		t.Errorf("another version: %+v, %v", a, err)
	}
	conn = dial()
	fmt.Fprint(conn, "TIV-FEED 1\nfeed: 00")
	conn.(*net.TCPConn).CloseWrite()
	if a, err := wire.ReadAnswer(bufio.NewReader(conn)); err != nil || a.Refused == "" || a.Final {
		t.Errorf("half a hello: %+v, %v", a, err) // of a connection that breaks: the next one may hold
	}
	l.mu.Lock()
	for n := len(l.feeds); n < maxFeeds; n++ {
		l.feeds = append(l.feeds, l.feeds[0])
	}
	l.mu.Unlock()
	h = hello(3)
	h.Token = "secret"
	if a, _ := greet(t, dial(), h); a.Refused != fmt.Sprintf("there are %d feeds already", maxFeeds) || a.Final {
		t.Errorf("too many feeds: %+v", a)
	}
	l.mu.Lock()
	l.feeds = l.feeds[:2]
	l.mu.Unlock()
}

// TestHTTP serves both protocols at one socket.
func TestHTTP(t *testing.T) {
	echo := func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.URL.Path) }
	_, dial := start(t, Options{HTTP: http.HandlerFunc(echo), Token: "secret"})
	client := &http.Client{Transport: &http.Transport{
		DialContext: func(context.Context, string, string) (net.Conn, error) { return dial(), nil }}}
	const wrong = "the token is wrong\n"
	for token, want := range map[string]string{"Bearer secret": "/v1/traces", "Bearer wrong": wrong, "": wrong} {
		request, err := http.NewRequest(http.MethodGet, "http://x/v1/traces", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", token)
		answer, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if string(body) != want {
			t.Errorf("%q: body %q, want %q", token, body, want)
		}
	}
	h := hello(1)
	h.Token = "secret"
	if a, _ := greet(t, dial(), h); a.Refused != "" {
		t.Errorf("%+v", a)
	}
}

// FuzzConnection sends any bytes as a connection, and checks that another feed does not suffer.
func FuzzConnection(f *testing.F) {
	h := hello(2)
	f.Add(append(h.Append(nil), frame(wire.Piece, 0, []byte("x"))...))
	f.Add(append(h.Append(nil), frame(wire.Lost, 1<<63, nil)...))
	f.Add(append(h.Append(nil), frame(wire.End, 1<<62, nil)...))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, dial := start(t, Options{})
		conn := dial()
		conn.Write(data)
		conn.(*net.TCPConn).CloseWrite()
		io.Copy(io.Discard, conn)
		good := dial()
		_, in := greet(t, good, hello(1))
		good.Write(append(frame(wire.Piece, 0, []byte("good")), frame(wire.End, 1, nil)...))
		acked(t, in, 1)
		for _, feed := range l.Feeds() {
			if feed.Hello.Feed == hello(1).Feed {
				if got, err := os.ReadFile(feed.Path); string(got) != "good" {
					t.Errorf("%q, %v", got, err)
				}
			}
		}
	})
}

// A listener that forgets keeps only what its reader has not taken, and the reader gets all of it.
func TestForget(t *testing.T) {
	const pieces, length = 200, 100_000
	dir := t.TempDir()
	l, dial := start(t, Options{Dir: dir, Forget: true})
	conn := dial()
	_, in := greet(t, conn, hello(1))
	f := l.Feeds()[0]
	r, err := f.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	got := make([]byte, length)
	for i := range uint64(pieces) {
		want := bytes.Repeat([]byte{byte(i)}, length)
		conn.Write(frame(wire.Piece, i, want))
		acked(t, in, i+1)
		if _, err := io.ReadFull(r, got); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("piece %d: %v", i, err)
		}
		if st, err := os.Stat(f.Path); err != nil || st.Size() > cutFrom+2*length {
			t.Fatalf("after piece %d the file has %d bytes, %v", i, st.Size(), err)
		}
	}
	if s := f.Status(); s.Size != pieces*length {
		t.Errorf("%d bytes have arrived, want %d", s.Size, pieces*length)
	}
}

// A client's trigger is passed on.
func TestTrigger(t *testing.T) {
	said := make(chan string, 1)
	_, dial := start(t, Options{Triggered: func(f *Feed, at tracefeed.Time, reason string) {
		said <- fmt.Sprint(f.Hello.Program, " ", at, " ", reason)
	}})
	conn := dial()
	greet(t, conn, hello(1))
	conn.Write(frame(wire.Trigger, 5000, []byte("too slow")))
	if got, want := <-said, "shop 5 µs too slow"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
