// Package live tests the client in Python.
package live

import (
	"encoding/binary"
	"net"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/internal/testtrace"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/live/listener"
)

// address accepts connections for one listener after the other.
type address struct {
	net.Listener
	conns chan net.Conn
}

func (a *address) accept() {
	for {
		conn, err := a.Listener.Accept()
		if err != nil {
			return
		}
		a.conns <- conn
	}
}

// socket is an address as long as one listener has it.
type socket struct {
	*address
	closed chan struct{}
}

func (s *socket) Accept() (net.Conn, error) {
	select {
	case conn := <-s.conns:
		return conn, nil
	case <-s.closed:
		return nil, net.ErrClosed
	}
}

func (s *socket) Close() error {
	close(s.closed)
	return nil
}

// listen starts a listener at an address.
func (a *address) listen(t *testing.T, dir string) *listener.Listener {
	t.Helper()
	l, err := listener.New(listener.Options{Dir: dir, Token: "word"})
	if err != nil {
		t.Fatal(err)
	}
	go l.Serve(&socket{a, make(chan struct{})})
	return l
}

// until waits until the only feed of a listener has a number of pieces, or its end.
func until(t *testing.T, l *listener.Listener, pieces uint64) *listener.Feed {
	t.Helper()
	for range 6000 {
		for _, f := range l.Feeds() {
			if st := f.Status(); st.Ended || st.Next >= pieces {
				return f
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("nothing arrives")
	return nil
}

// chunks returns the numbers of the chunks of a trace.bin.
func chunks(t *testing.T, path string) (numbers []uint32) {
	t.Helper()
	raw := testtrace.File(t, path)
	for at := 64; at < len(raw); {
		head := raw[at:][:64]
		word := func(at int) uint32 { return binary.LittleEndian.Uint32(head[at:]) }
		numbers = append(numbers, word(28))
		at += 64 + int(word(8)+word(16))
	}
	return numbers
}

// TestClient ends the listener twice: once it keeps what it has, and once it forgets all. The client
// goes on, and nothing is missing.
func TestClient(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer port.Close()
	a := &address{port, make(chan net.Conn)}
	go a.accept()
	kept, other := filepath.Join(t.TempDir(), "kept"), filepath.Join(t.TempDir(), "other")
	l := a.listen(t, kept)
	client := exec.Command(python, "client.py", port.Addr().String(), "2")
	client.Env = append(client.Environ(), "TIV_TOKEN=word")
	var said strings.Builder
	client.Stderr = &said
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	defer client.Process.Kill()
	next := until(t, l, 4).Status().Next
	l.Close()
	l = a.listen(t, kept)
	first := until(t, l, next+4)
	l.Close()
	l = a.listen(t, other)
	defer l.Close()
	if err := client.Wait(); err != nil {
		t.Fatalf("%v: %s", err, said.String())
	}
	second := until(t, l, 1<<60)
	numbers := slices.Concat(chunks(t, first.Path), chunks(t, second.Path))
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	if n := len(numbers); n < 8 || int(numbers[n-1]) != n-1 || second.Status().Lost > 0 {
		t.Errorf("chunks %d, %d events lost", numbers, second.Status().Lost)
	}
	for _, f := range []*listener.Feed{first, second} {
		source, err := tracefeed.Open(f.Path, []tracefeed.Format{binfeed.Format()})
		if err != nil {
			t.Fatal(err)
		}
		defer source.Close()
		n := 0
		for ev := range tracefeed.All(source) {
			if ev != nil && ev.Kind == tracefeed.MonitorEnter {
				n++
			}
		}
		tables := source.Tables()
		if n == 0 || len(tables.Threads) != 4 || tables.Threads[3].Name != "worker 3" || tables.Monitors[1].Name != "shared" {
			t.Errorf("%d events of %v with %v", n, tables.Threads, tables.Monitors)
		}
	}
}

// TestLength: the client is short.
func TestLength(t *testing.T) {
	lines := strings.Split(string(testtrace.File(t, "client.py")), "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	if n := len(lines); n > 150 {
		t.Errorf("%d lines with text", n)
	}
}
