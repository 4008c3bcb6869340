package record_test

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/record"
	"tiv/tracefeed"
	"tiv/tracefeed/live/wire"
)

// sends is a run of testdata/native/sends.c.
type sends struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Scanner
	stderr strings.Builder
}

// startSends starts the program, with more variables in its environment.
func startSends(t *testing.T, to string, env ...string) *sends {
	t.Helper()
	return startProgram(t, compiled(t, "sends.c"), to, env...)
}

func startProgram(t *testing.T, program, to string, env ...string) *sends {
	t.Helper()
	s := &sends{t: t, cmd: exec.Command(program, to)}
	s.cmd.Env, s.cmd.Stderr = append(os.Environ(), env...), &s.stderr
	out, err := s.cmd.StdoutPipe()
	if err == nil {
		s.in, err = s.cmd.StdinPipe()
	}
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.cmd.Process.Kill() })
	s.out = bufio.NewScanner(out)
	s.answer("start 0")
	return s
}

// answer checks the next line of the program.
func (s *sends) answer(want string) {
	s.t.Helper()
	if s.out.Scan(); s.out.Text() != want {
		s.t.Fatalf("the program says %q, not %q; %s", s.out.Text(), want, s.stderr.String())
	}
}

// do lets the program do something, successfully.
func (s *sends) do(format string, args ...any) {
	s.t.Helper()
	line := fmt.Sprintf(format, args...)
	fmt.Fprintln(s.in, line)
	s.answer(strings.Fields(line)[0] + " 0")
}

// end lets the program end, and returns what it has written to standard error.
func (s *sends) end() string {
	s.t.Helper()
	s.in.Close()
	if err := s.cmd.Wait(); s.cmd.ProcessState.ExitCode() != 7 {
		s.t.Errorf("the program ends with %v", err)
	}
	return s.stderr.String()
}

// checkCount checks that a trace has the counter of the program up to n, and each value once.
func checkCount(t *testing.T, path string, n int) {
	t.Helper()
	tables, all := events(t, path)
	got := counted(tables, all, "n")
	if len(got) != n || !slices.IsSorted(got) || n > 0 && (got[0] != 1 || got[n-1] != int64(n)) {
		t.Errorf("%d events arrive, %v … %v, of %d", len(got), first(got), first(got[max(0, len(got)-1):]), n)
	}
}

func first(list []int64) int64 {
	if len(list) == 0 {
		return 0
	}
	return list[0]
}

// A trace that is sent is the one that a file would have.
func TestSendC(t *testing.T) {
	t.Parallel()
	for _, network := range []string{"tcp", "unix"} {
		l := listen(t, network)
		s := startSends(t, l.address, "TIV_TRACE=tcp is no address")
		s.do("emit 1000")
		s.do("flush")
		l.until(t, "the events before tiv_flush", func(list []*fakeFeed) bool { return list[0].next >= 3 })
		s.do("emit 234")
		if said := s.end(); said != "" {
			t.Errorf("the program says %q", said)
		}
		feed := l.ended(t, 1)[0]
		checkCount(t, feed.path(t), 1234)
		h := feed.hello
		host, _ := os.Hostname()
		if h.Program != "sends" || h.Language != "c" || h.Host != host || h.Process != int64(s.cmd.Process.Pid) ||
			!strings.HasPrefix(h.Clock, "monotonic ") || len(h.Clock) != len("monotonic ")+36 || h.Start == 0 || h.Wall == 0 {
			t.Errorf("%s: the hello is %+v", network, h)
		}
		if !feed.ordered || feed.lost != 0 || feed.hellos != 1 || len(feed.echoes) != 1 || feed.echoes[0].Came > feed.echoes[0].Goes {
			t.Errorf("%s: %+v", network, *feed)
		}
		// As a file: the same events, but for their times.
		path := t.TempDir() + "/trace.bin"
		s = startSends(t, path)
		s.do("emit 1234")
		s.end()
		checkCount(t, path, 1234)
	}
}

// TIV_TRACE takes the place of the path if it is an address.
func TestSendVariable(t *testing.T) {
	t.Parallel()
	l := listen(t, "tcp")
	l.token = "wq8hd72h"
	s := startSends(t, t.TempDir()+"/none/trace.bin", "TIV_TRACE="+l.address, "TIV_TOKEN=wq8hd72h")
	s.do("emit 10")
	s.do("stop")
	s.end()
	checkCount(t, l.ended(t, 1)[0].path(t), 10)
}

// A listener that ends and comes again gets the rest if it knows what it had, and otherwise the
// names, and what the old one had not acknowledged.
func TestSendAgain(t *testing.T) {
	t.Parallel()
	for _, forgets := range []bool{false, true} {
		l := listen(t, "tcp")
		l.deaf = true
		s := startSends(t, l.address)
		s.do("emit 500")
		l.until(t, "the first events", func(list []*fakeFeed) bool { return len(list) == 1 && list[0].next >= 3 })
		l.kill()
		s.do("emit 500")
		l.deaf = false
		if forgets {
			l.forget()
		}
		l.open(t)
		s.do("emit 500")
		if said := s.end(); said != "" {
			t.Errorf("the program says %q", said)
		}
		feed := l.ended(t, 1)[0]
		checkCount(t, feed.path(t), 1500)
		if !feed.ordered || feed.lost != 0 || feed.hello.Feed == [16]byte{} {
			t.Errorf("%+v", *feed)
		}
	}
}

// A listener that starts again without its memory, after it had acknowledged, still gets all names.
func TestSendNamesAgain(t *testing.T) {
	t.Parallel()
	l := listen(t, "unix")
	s := startSends(t, l.address)
	s.do("emit 500")
	s.do("flush")
	l.kill()
	l.forget()
	l.open(t)
	s.do("emit 7")
	s.end()
	feed := l.ended(t, 1)[0]
	tables, all := partialEvents(t, feed.path(t))
	got := counted(tables, all, "n")
	if len(got) < 7 || got[len(got)-1] != 507 {
		t.Errorf("%d events, the last is %d", len(got), first(got[max(0, len(got)-1):]))
	}
}

// A listener may come after the program has started, which says once that it waits.
func TestSendLate(t *testing.T) {
	t.Parallel()
	l := listen(t, "tcp")
	l.kill()
	s := startSends(t, l.address)
	s.do("emit 1000")
	s.do("flush") // it waits for nobody
	l.open(t)
	s.do("emit 1000")
	said := s.end()
	checkCount(t, l.ended(t, 1)[0].path(t), 2000)
	if want := "tiv: no listener at " + l.address + ": nobody listens there; the program runs on, and tries again\n"; said != want {
		t.Errorf("it says %q, want %q", said, want)
	}
}

// Without a listener, or with one that does not read, the program ends as always.
func TestSendNobody(t *testing.T) {
	t.Parallel()
	l := listen(t, "tcp")
	l.hold = true
	s := startSends(t, l.address)
	s.do("emit 1000")
	s.end()
	l.kill()
	s = startSends(t, l.address)
	s.do("emit 1000")
	s.end()
}

// What does not fit into the buffer is counted, and the rest arrives.
func TestSendOverflow(t *testing.T) {
	t.Parallel()
	l := listen(t, "tcp")
	l.kill()
	s := startSends(t, l.address, "TIV_BUFFER=64K")
	const n = 200_000
	for i := 0; i < n; i += 1000 {
		s.do("emit 1000")
	}
	s.do("flush")
	l.open(t)
	s.do("emit 1000")
	s.end()
	feed := l.ended(t, 1)[0]
	tables, all := partialEvents(t, feed.path(t))
	got := counted(tables, all, "n")
	if feed.lost == 0 || len(got)+int(feed.lost) < n+1000 || len(got) > n {
		t.Errorf("%d events arrive, %d are lost", len(got), feed.lost)
	}
	if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
		t.Error("events arrive twice, or out of order")
	}
	size := 0
	for _, p := range feed.pieces {
		size += len(p)
	}
	if size > 3*64<<10 {
		t.Errorf("%d bytes arrive out of a buffer of 64K", size)
	}
}

// A wrong token is said once, and nothing more is sent; and so is any refusal that is final.
func TestSendRefused(t *testing.T) {
	t.Parallel()
	t.Run("token", func(t *testing.T) { testRefused(t, wire.Answer{Refused: "token: it is \x1b[31mwrong"}) })
	t.Run("final", func(t *testing.T) { testRefused(t, wire.Answer{Refused: "it is \x1b[31mwrong", Final: true}) })
}

func testRefused(t *testing.T, answer wire.Answer) {
	t.Parallel()
	l := listen(t, "tcp")
	l.token, l.refusal = "right", answer
	s := startSends(t, l.address, "TIV_TOKEN=wrong")
	for self := ""; self != "self 0"; self = s.out.Text() { // the recording ends
		fmt.Fprintln(s.in, "self")
		s.out.Scan()
	}
	s.do("emit 1000")
	said := s.end()
	text := strings.ReplaceAll(answer.Refused, "\x1b", " ")
	if want := "tiv: the listener at " + l.address + " refuses the trace: " + text + "\n"; said != want {
		t.Errorf("it says %q, want %q", said, want)
	}
	if feed := l.until(t, "", func([]*fakeFeed) bool { return true })[0]; feed.hellos != 1 || len(feed.pieces) > 0 {
		t.Errorf("%+v", *feed)
	}
}

// STOP ends the recording.
func TestSendStop(t *testing.T) {
	t.Parallel()
	l := listen(t, "unix")
	s := startSends(t, l.address)
	s.do("emit 1000")
	l.until(t, "events", func(list []*fakeFeed) bool { return len(list) == 1 && list[0].next >= 3 })
	l.mu.Lock()
	for c := range l.conns {
		c.Write(wire.Header{Type: wire.Stop}.Append(nil))
	}
	l.mu.Unlock()
	for self := ""; self != "self 0"; self = s.out.Text() {
		fmt.Fprintln(s.in, "self")
		s.out.Scan()
	}
	if said := s.end(); said != "" {
		t.Errorf("the program says %q", said)
	}
	if feed := l.until(t, "", func([]*fakeFeed) bool { return true })[0]; feed.hellos != 1 || feed.ended {
		t.Errorf("%+v", *feed)
	}
}

// A forked process has a feed of its own, and a program that another one replaces has sent all.
func TestSendFork(t *testing.T) {
	t.Parallel()
	l := listen(t, "tcp")
	s := startSends(t, l.address)
	s.do("emit 100")
	s.do("fork")
	s.do("emit 100")
	fmt.Fprintln(s.in, "exec")
	if s.cmd.Wait(); s.cmd.ProcessState.ExitCode() != 9 {
		t.Errorf("it ends with %v", s.cmd.ProcessState)
	}
	list := l.until(t, "two feeds", func(list []*fakeFeed) bool {
		return len(list) == 2 && slices.ContainsFunc(list, func(x *fakeFeed) bool { return x.ended })
	})
	for _, x := range list {
		want := "child"
		if x.hello.Process == int64(s.cmd.Process.Pid) {
			want = "n"
		}
		tables, all := partialEvents(t, x.path(t))
		if got := counted(tables, all, want); (want == "n") != (len(got) == 200) || len(got) == 0 {
			t.Errorf("process %d has %d events", x.hello.Process, len(got))
		}
	}
}

// Whatever a listener says, the program survives it, and ends as always.
func TestSendHostile(t *testing.T) {
	t.Parallel()
	const answer = "TIV-LISTENER 1\nnext: 0\n\n"
	r := rand.New(rand.NewPCG(1, 2))
	frames := func(n int) (out []byte) {
		out = append(out, answer...)
		for range n {
			types := []wire.Type{wire.Ack, wire.Probe, wire.Piece, 99, wire.Type(r.Uint32())}
			h := wire.Header{Type: types[r.IntN(len(types))], Length: uint32(r.IntN(100)), Number: uint64(r.IntN(9)) << r.IntN(61)}
			out = append(h.Append(out), make([]byte, h.Length)...)
		}
		return wire.Header{Type: wire.Ack, Length: 1<<32 - 1, Number: 1<<64 - 1}.Append(out)
	}
	bad := [][]byte{nil, []byte("HTTP/1.1 400 Bad Request\r\n\r\n"), []byte("TIV-LISTENER 1\n\n"), []byte("\n\n"),
		[]byte("TIV-LISTENER 1\nnext: 99\n\n"),
		[]byte("TIV-LISTENER 1\nnext: 99999999999999999999\n\n"), []byte("TIV-LISTENER 1\nerror:\n\n"),
		[]byte("TIV-LISTENER 1\nerror: " + strings.Repeat("%s%n\x07", 500) + "\n\n"), []byte(strings.Repeat("x", 10_000)),
		frames(1), frames(10), frames(100), frames(1000), frames(1000)}
	var said [][]byte
	for _, b := range bad {
		said = append(said, b, []byte(answer)) // after an answer, the next attempt is soon
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	answered := make(chan bool, 2*len(said))
	go func() {
		for i := 0; ; i++ {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conn.Write(said[i%len(said)])
			conn.(*net.TCPConn).CloseWrite()
			answered <- true
			defer conn.Close()
		}
	}()
	s := startProgram(t, compiled(t, "sends.c", "-fsanitize=address,undefined", "-fno-sanitize-recover"), "tcp://"+l.Addr().String())
	for range said {
		<-answered
		s.do("emit 1000")
	}
	s.end()
}

// A bad address, or a bad size of the buffer, is an error of tiv_start.
func TestSendBadAddress(t *testing.T) {
	t.Parallel()
	program := compiled(t, "sends.c")
	for to, want := range map[string]string{
		"tcp://": "22", "tcp://:1": "22", "tcp://[::1": "22", "tcp://localhost:0": "22", "tcp://localhost:x": "22",
		"tcp://localhost:70000": "22", "unix:": "22", "unix:" + strings.Repeat("x", 200): "36", "tls://localhost": "93",
		"tcp://" + strings.Repeat("x", 600): "36", "tcp://a/b:1": "22",
	} {
		cmd := exec.Command(program, to)
		if out, _ := cmd.Output(); string(out) != "start "+want+"\n" {
			t.Errorf("%s: %q, want %s", to, out, want)
		}
	}
	cmd := exec.Command(program, "tcp://localhost")
	cmd.Env = append(os.Environ(), "TIV_BUFFER=much")
	if out, _ := cmd.Output(); string(out) != "start 22\n" {
		t.Errorf("TIV_BUFFER=much: %q", out)
	}
}

// Programs with POSIX threads are recorded as always, and each process is a feed.
func TestSendNative(t *testing.T) {
	t.Parallel()
	l := listen(t, "tcp")
	l.token = "wq8hd72h"
	program := compiled(t, "deadlocks.c")
	var said strings.Builder
	result, err := record.Run(t.Context(), record.Options{Command: []string{"sh", "-c", `"$0" semaphores fixed; "$0" semaphores fixed; exit 5`, program},
		Out: filepath.Join(t.TempDir(), "trace.bin"), Stderr: &said, Stdout: &said,
		Env: append(os.Environ(), "TIV_PRELOAD_TO="+l.address, "TIV_TOKEN="+l.token)})
	if err != nil || result.ExitCode != 5 || said.String() != "done\ndone\n" {
		t.Fatalf("the program says %q and ends with %d (%v, %v)", said.String(), result.ExitCode, err, result.Notes)
	}
	list := l.until(t, "the end of both programs", func(list []*fakeFeed) bool {
		n := 0
		for _, x := range list {
			if x.ended && x.hello.Program == "deadlocks" {
				n++
			}
		}
		return n == 2
	})
	for _, x := range list {
		if x.hello.Program != "deadlocks" {
			continue
		}
		tables, all := events(t, x.path(t))
		starts := 0
		for _, ev := range all {
			if ev.Kind == tracefeed.ThreadStart {
				starts++
			}
		}
		if x.hello.Language != "c" || starts < 2 || len(tables.Threads) < 4 || x.lost > 0 {
			t.Errorf("%+v: %d starts of %d threads", x.hello, starts, len(tables.Threads)-1)
		}
	}
}

// Java programs send their trace as their agent's option for the file says.
func TestSendJava(t *testing.T) {
	t.Parallel()
	launcher, err := exec.LookPath("java")
	if err != nil {
		t.Skip(err)
	}
	library, err := record.JavaAgentLibrary(t.Context(), launcher, t.TempDir())
	if err != nil {
		t.Skip(err)
	}
	l := listen(t, "unix")
	cmd := exec.Command(launcher, "-agentpath:"+library+"=file="+l.address, "testdata/java/Contended.java")
	if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 3 {
		t.Fatalf("%v: %s", err, out)
	}
	x := l.ended(t, 1)[0]
	_, all := events(t, x.path(t))
	waits := 0
	for _, ev := range all {
		if ev.Kind == tracefeed.MonitorWait {
			waits++
		}
	}
	if x.hello.Language != "java" || x.hello.Program == "" || waits == 0 || x.lost > 0 {
		t.Errorf("%+v: %d waits", x.hello, waits)
	}
}
