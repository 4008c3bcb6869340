package cli

import (
	"bytes"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/pprof"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tiv/report/shot"
)

// Standard input is a trace like any file, from a file and from a pipe.
func TestStandardInput(t *testing.T) {
	writerFiles(t)
	for _, words := range [][]string{{"info"}, {"info", "--json"}, {"check"}, {"dump", "spans"}, {"dump", "tasks"},
		{"dump", "events"}, {"convert", "-o", "-", "--format", "text"}} {
		with := func(trace string) []string { return append([]string{words[0], trace}, words[1:]...) }
		want := tiv(t, with("a.tiv")...)
		for name, in := range map[string]*os.File{"file": opened(t, "a.tiv"), "pipe": piped(t, read(t, "a.tiv"))} {
			got := run(t, invocation{args: with("-"), in: in})
			if got.out != want.out || got.exit != want.exit || got.errors != strings.ReplaceAll(want.errors, "a.tiv", "standard input") {
				t.Errorf("%v of a %s: exit code %d, %q, %q", words, name, got.exit, got.errors, got.out)
			}
		}
	}
	if r := run(t, invocation{args: []string{"info", "-"}, in: opened(t, os.DevNull)}); r.exit != exitTrouble ||
		r.errors != "tiv: open trace: standard input: byte 0: the file is empty\n" {
		t.Errorf("nothing: %+v", r)
	}
}

// opened opens a file, to be read.
func opened(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// piped returns a pipe with data.
func piped(t *testing.T, data []byte) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		w.Write(data)
		w.Close()
	}()
	t.Cleanup(func() { r.Close() })
	return r
}

// The file in standard input is a source: no command writes over it.
func TestStandardInputStays(t *testing.T) {
	writerFiles(t)
	before := string(read(t, "a.tiv"))
	for _, words := range [][]string{{"convert", "-", "--format", "text"}, {"snapshot", "-", "--size", "64x64"},
		{"report", "-", "--no-pictures"}} {
		for _, to := range []string{"a.tiv", "/dev/fd/0", "/proc/self/fd/0"} {
			in, err := os.OpenFile("a.tiv", os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			r := run(t, invocation{args: append(words, "-o", to, "--force"), in: in})
			in.Close()
			if r.exit != exitTrouble || !strings.Contains(r.errors, to+": is the trace that is read") ||
				string(read(t, "a.tiv")) != before {
				t.Errorf("%v to %s: exit code %d, %q", words, to, r.exit, r.errors)
			}
		}
	}
}

// A picture of a trace that was not saved says so, and makes TIV read nothing.
func TestPictureOfAStream(t *testing.T) {
	writerFiles(t)
	s := serve(t, read(t, "a.tiv"))
	for _, trace := range []string{"-", s.URL + "/a.tiv"} {
		r := run(t, invocation{args: []string{"snapshot", trace, "-o", "x.png", "--size", "64x64"}, in: opened(t, "a.tiv")})
		if r.exit != exitOK || r.errors != "" {
			t.Fatalf("%s: exit code %d, %q", trace, r.exit, r.errors)
		}
		if p, err := shot.Open("x.png", "a.tiv"); err != nil || p.Trace.Path != trace {
			t.Errorf("%s: %+v, %v", trace, p, err)
		}
		r = run(t, invocation{args: []string{"snapshot", "x.png", "-o", "y.png"}, in: opened(t, "a.tiv")})
		if r.exit != exitTrouble || !strings.Contains(r.errors, "its trace was not found: it came from ") ||
			!strings.Contains(r.errors, "--trace PATH") {
			t.Errorf("%s: %+v", trace, r)
		}
	}
	if n := s.requests.Load(); n != 1 {
		t.Errorf("%d requests", n)
	}
}

// server serves traces, and answers that are none.
type server struct {
	*httptest.Server
	requests atomic.Int32 // for a.tiv
	agent    atomic.Value // of the last of them
}

func serve(t *testing.T, trace []byte) *server {
	s := &server{}
	mux := http.NewServeMux()
	mux.HandleFunc("/a.tiv", func(w http.ResponseWriter, r *http.Request) {
		s.requests.Add(1)
		s.agent.Store(r.UserAgent())
		w.Write(trace)
	})
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<!DOCTYPE html><p>Hello")) })
	mux.HandleFunc("/busy", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "Could not enable tracing: tracing is already enabled\nmore", http.StatusInternalServerError)
	})
	mux.HandleFunc("/odd", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "\x1b[31mred", http.StatusTeapot) })
	mux.HandleFunc("/json", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{"a":1}`)) })
	mux.HandleFunc("/empty", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/broken", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		w.Write(trace[:50])
	})
	over := make(chan struct{})
	mux.HandleFunc("/silent", func(http.ResponseWriter, *http.Request) { <-over })
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	t.Cleanup(func() { close(over) }) // before the server waits for its requests
	return s
}

// A URL is a trace like any file; that of net/http/pprof is its trace.
func TestFetch(t *testing.T) {
	t.Parallel()
	s := serve(t, read(t, fixture("deadlock")))
	want := tiv(t, "dump", fixture("deadlock"), "spans").out
	if r := tiv(t, "dump", s.URL+"/a.tiv", "spans"); r.out != want || r.exit != exitOK || r.errors != "" ||
		s.agent.Load() != "tiv/"+version {
		t.Errorf("exit code %d, %q, %q", r.exit, r.errors, s.agent.Load())
	}
	for _, path := range []string{"/debug/pprof/?seconds=0.05", "/debug/pprof/trace?seconds=0.05", "?seconds=0.05"} {
		if r := tiv(t, "info", s.URL+path); r.exit != exitOK || !slices.Equal(strings.Fields(r.out)[:2], []string{"format", "go"}) {
			t.Errorf("%s: exit code %d, %q, %q", path, r.exit, r.errors, r.out)
		}
	}
}

// Errors name the URL and the cause.
func TestFetchErrors(t *testing.T) {
	t.Parallel()
	s := serve(t, read(t, fixture("deadlock")))
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	for _, x := range []struct{ url, want string }{
		{s.URL + "/none", "404 Not Found; a Go program that imports net/http/pprof"},
		{s.URL + "/page", "a web page, not a trace"},
		{s.URL + "/busy", "500 Internal Server Error: Could not enable tracing: tracing is already enabled\n"},
		{s.URL + "/odd", "418 I'm a teapot\n"},
		{s.URL + "/json", `not a trace: it starts with "{\"a\":1}"`},
		{s.URL + "/empty", "the file is empty"},
		{s.URL + "/broken", "after 50 B: the connection broke"},
		{"http://" + closed.Addr().String() + "/trace", "connection refused"},
		{"http://", "no host"},
		{"http://user:secret@localhost/", "curl"},
		{"http://%zz/", "invalid URL"},
		{"https" + strings.TrimPrefix(s.URL, "http") + "/a.tiv", "server gave HTTP response to HTTPS client"},
	} {
		r := tiv(t, "info", x.url)
		if r.exit != exitTrouble || r.out != "" || !strings.HasPrefix(r.errors, "tiv: ") || !strings.Contains(r.errors, x.url+": ") ||
			!strings.Contains(r.errors, x.want) || strings.Count(r.errors, "\n") != 1 {
			t.Errorf("%s: exit code %d, %q, want %q", x.url, r.exit, r.errors, x.want)
		}
	}
}

func TestFetchLimits(t *testing.T) {
	s := serve(t, read(t, fixture("deadlock")))
	for _, x := range []struct {
		path   string
		limits fetchLimits
		want   string
	}{
		{"/a.tiv", fetchLimits{214, time.Minute}, "larger than 214 B"},
		{"/a.tiv", fetchLimits{1 << 20, time.Minute}, ""},
		{"/silent?seconds=0.01", fetchLimits{1 << 20, time.Millisecond}, "no answer"},
	} {
		source, err := fetch(s.URL+x.path, x.limits)
		if (err == nil) != (x.want == "") || err != nil && !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s, %+v: %v", x.path, x.limits, err)
		}
		if err == nil {
			source.Close()
		}
	}
}

// Ctrl-C ends fetching at once.
func TestFetchInterrupted(t *testing.T) {
	reached, release := make(chan bool), make(chan bool)
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		reached <- true
		<-release
	}))
	defer s.Close()
	defer close(release)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "info", s.URL+"/slow")
	cmd.Env = append(os.Environ(), asTiv+"=1")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-reached
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("it ended with %v, %q", cmd.ProcessState, errs.String())
	}
}
