package loader_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"tiv/interaction/detect"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// opened opens a stream as the window does.
func opened(r io.ReadCloser) *loader.Loader {
	return loader.OpenStream(r, "standard input", loader.Options{Findings: true, Follow: true, Notify: func() {}})
}

// lines are the parts of a text trace that ends in a deadlock.
func lines() []string {
	const story = "tiv-text 1\n0s A start\n0s B start\n1ms A monitor-enter L\n1ms B monitor-enter R\n2ms A " +
		"monitor-wait R\n2ms B monitor-wait L\n"
	parts := strings.SplitAfter(story, "\n")
	for i := range 100 {
		parts = append(parts, fmt.Sprintf("%dms - none\n", 10+i))
	}
	return parts
}

// sliced is a trace of a format that is read as a whole.
func sliced() string {
	text := `{"traceEvents":[`
	for i := range 1000 {
		text += fmt.Sprintf(`{"ph":"X","pid":1,"tid":%d,"ts":%d,"dur":1000,"name":"f"},`+"\n", 1+i%7, i*1000)
	}
	return strings.TrimSuffix(text, ",\n") + "]}"
}

// A stream that is written slowly is shown as it grows, with preliminary findings, and is
// the same trace as the file in the end.
func TestSlowStream(t *testing.T) {
	path := filepath.Join(t.TempDir(), "story.tiv")
	if err := os.WriteFile(path, []byte(strings.Join(lines(), "")), 0o600); err != nil {
		t.Fatal(err)
	}
	want := whole(t, path)
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		l := opened(r)
		defer l.Close()
		last, found := tracefeed.Time(0), false
		for _, line := range lines() {
			if _, err := io.WriteString(w, line); err != nil {
				t.Fatal(err)
			}
			time.Sleep(300 * time.Millisecond)
			synctest.Wait()
			now := l.Current()
			if now == nil || now.Timeline.End < 10*tracefeed.Millisecond {
				continue
			}
			if !now.Growing || now.Timeline.Complete || now.Timeline.End < last {
				t.Fatalf("at %v: growing %v, complete %v", now.Timeline.End, now.Growing, now.Timeline.Complete)
			}
			last = now.Timeline.End
			found = found || len(now.Report.Findings) > 0 && now.Report.Findings[0].Kind == detect.Deadlock
		}
		if at, ok := l.Grown(); !ok || time.Since(at) > time.Second {
			t.Errorf("it has grown at %v", at)
		}
		if !found || last < 100*tracefeed.Millisecond {
			t.Errorf("shown up to %v, deadlock found: %v", last, found)
		}
		w.Close()
		all, err := l.WaitFindings()
		if err != nil {
			t.Fatal(err)
		}
		if all.Growing || all.Opening != nil || dump(t, all) != want {
			t.Errorf("growing %v, opening %v, or another trace than in the file", all.Growing, all.Opening)
		}
	})
}

// A stream that is there at once is a trace like any other.
func TestFastStream(t *testing.T) {
	t.Parallel()
	l := opened(io.NopCloser(strings.NewReader(strings.Join(lines(), ""))))
	defer l.Close()
	all, err := l.WaitFindings()
	if err != nil || all.Growing || all.Opening == nil || len(all.Report.Findings) == 0 {
		t.Errorf("%+v, %v", all, err)
	}
}

// A trace of a format that is read as a whole is shown as it grows, too.
func TestSlowWholeStream(t *testing.T) {
	text := sliced()
	path := filepath.Join(t.TempDir(), "x.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	want := whole(t, path)
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		l := opened(r)
		defer l.Close()
		for part := range 4 {
			if part == 3 {
				time.Sleep(3 * time.Second)
			}
			io.WriteString(w, text[len(text)*part/4:len(text)*(part+1)/4])
		}
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if now := l.Current(); now == nil || !now.Growing || now.Timeline.End != 1000*tracefeed.Millisecond {
			t.Errorf("before its end: %+v", now)
		}
		w.Close()
		all, err := l.WaitFindings()
		if err != nil {
			t.Fatal(err)
		}
		if got := dump(t, all); all.Growing || got != want {
			t.Errorf("growing %v, or another trace than in the file", all.Growing)
		}
	})
}

// Of a stream that breaks, all before that is shown, and the cause.
func TestBrokenStream(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"text": strings.Join(lines(), ""), "chrome": sliced()} {
		r, w := io.Pipe()
		l := opened(r)
		go func() {
			io.WriteString(w, text)
			w.CloseWithError(errors.New("the line is dead"))
		}()
		all, err := l.WaitFindings()
		if err != nil || all.Timeline.Counts.Events < 100 || all.Timeline.Damage == nil ||
			!strings.Contains(all.Timeline.Damage.Error(), "the line is dead") {
			t.Errorf("%s: %v, %+v", name, err, all)
		}
		l.Close()
	}
}

// The system does not end a Read of a pipe or socket that other programs have opened. Closing
// its trace does not wait for that, in formats of both sorts.
func TestUninterruptible(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"text": lines()[0] + lines()[1], "chrome": sliced()[:1000], "silent": ""} {
		var ends [2]int
		if err := syscall.Pipe(ends[:]); err != nil {
			t.Fatal(err)
		}
		w := os.NewFile(uintptr(ends[1]), "w")
		io.WriteString(w, text)
		l, err := loader.OpenFile(os.NewFile(uintptr(ends[0]), name), name, loader.Options{Follow: true, Notify: func() {}})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond) // for the Read to begin
		l.Close()                          // hangs if it waits
		w.Close()
	}
}

// A stream without a trace says so; closing one that is silent does not hang.
func TestNoStream(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "the file is empty", strings.Repeat("tea ", 99): "not a trace",
		"tiv-text 1\n": "it has no events"} {
		l := opened(io.NopCloser(strings.NewReader(text)))
		if _, err := l.WaitFindings(); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Count(err.Error(), "standard input") != 1 {
			t.Errorf("%q: %v", text, err)
		}
		if now := l.Current(); now == nil || !now.Searched {
			t.Errorf("%q: %+v", text, now)
		}
		l.Close()
	}
	for _, text := range []string{"", "tiv-text 1\n0s A start\n" + strings.Repeat("1ms A run\n", 10)} {
		r, w := io.Pipe()
		l := opened(r)
		if text != "" {
			io.WriteString(w, text)
		}
		if err := l.Close(); err != nil {
			t.Errorf("closed with %v", err)
		}
	}
}

// A connection and the body of an answer are streams: closing one that is silent ends it.
func TestSockets(t *testing.T) {
	t.Parallel()
	release := make(chan bool)
	defer close(release)
	text := strings.Join(lines(), "")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, text)
		if w.(http.Flusher).Flush(); r.URL.Path == "/silent" {
			select {
			case <-release:
			case <-r.Context().Done():
			}
		}
	}))
	defer server.Close()
	get := func(path string) io.ReadCloser {
		answer, err := http.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		return answer.Body
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	dial := func(after func(net.Conn)) io.ReadCloser {
		conn, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		other, err := listener.Accept()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { other.Close() })
		io.WriteString(other, text)
		after(other)
		return conn
	}
	for _, r := range []io.ReadCloser{get("/"), dial(func(c net.Conn) { c.Close() })} {
		l := opened(r)
		if all, err := l.WaitFindings(); err != nil || len(all.Report.Findings) == 0 || all.Timeline.Damage != nil {
			t.Errorf("%T: %v, %+v", r, err, all)
		}
		l.Close()
	}
	for _, r := range []io.ReadCloser{get("/silent"), dial(func(net.Conn) {})} {
		l := opened(r)
		for l.Current() == nil {
			time.Sleep(time.Millisecond)
		}
		if err := l.Close(); err != nil {
			t.Errorf("%T: closed with %v", r, err)
		}
	}
}
