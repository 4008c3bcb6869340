package pprof

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	nethttp "net/http/pprof"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// server serves what net/http/pprof serves of this process.
func server(t *testing.T) *httptest.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/trace", nethttp.Trace)
	mux.HandleFunc("/debug/pprof/cmdline", nethttp.Cmdline)
	mux.Handle("/debug/pprof/goroutine", nethttp.Handler("goroutine"))
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// busy records goroutines that pass values for as long as its context.
func busy(ctx context.Context) {
	c := make(chan int)
	go func() {
		defer close(c)
		for ctx.Err() == nil {
			c <- 1
		}
	}()
	for range c {
	}
}

// TestRecord ends the trace of a program in the middle, and reads all of it.
func TestRecord(t *testing.T) {
	s := server(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out bytes.Buffer
	go busy(ctx)
	ended, err := Record(ctx, s.URL, "test", &out, func(seconds string) {
		if seconds != "" {
			t.Errorf("the trace is limited to %s s", seconds)
		}
		cancel()
	})
	if ended || err != nil {
		t.Fatalf("ended: %v, %v", ended, err)
	}
	f, err := gotrace.Format().Open(tracefeed.Input{Reader: &out})
	if err != nil {
		t.Fatal(err)
	}
	events := 0
	for _, err := range tracefeed.All(f) {
		if err != nil {
			t.Fatal(err)
		}
		events++
	}
	if events == 0 {
		t.Error("no events")
	}
	// The program traces no longer, so that another one can.
	if ended, err := Record(t.Context(), s.URL+"/debug/pprof/trace?seconds=0.01", "test", &out, func(string) {}); !ended || err != nil {
		t.Errorf("again: ended: %v, %v", ended, err)
	}
}

// TestLimited requests shorter traces of a server that allows no long one.
func TestLimited(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		if r.FormValue("seconds") != "10" {
			http.Error(w, "profile duration exceeds server's WriteTimeout", http.StatusBadRequest)
		}
	}))
	defer s.Close()
	limit := "not called"
	ended, err := Record(t.Context(), s.URL, "test", &bytes.Buffer{}, func(seconds string) { limit = seconds })
	if !ended || err != nil || limit != "10" {
		t.Errorf("ended: %v, %v, limit %q", ended, err, limit)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	_, err := Record(t.Context(), s.URL, "test", &bytes.Buffer{}, func(string) { t.Error("it has begun") })
	if err == nil || !strings.Contains(err.Error(), "net/http/pprof") {
		t.Error(err)
	}
}

// TestFind finds the server among the sockets of this process.
func TestFind(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	s := server(t)
	if u := Find(os.Getpid()); u != s.URL+"/debug/pprof" {
		t.Errorf("found %q, want %s/debug/pprof", u, s.URL)
	}
}

// TestLocksOfHang records a program in which goroutines wait for a lock since before: the
// trace has the lock's address, though an execution trace does not.
func TestLocksOfHang(t *testing.T) {
	s := server(t)
	const waiters = 3
	var mu sync.Mutex
	var waiting sync.WaitGroup
	mu.Lock()
	for range waiters {
		waiting.Go(func() { mu.Lock(); mu.Unlock() }) //lint:ignore SA2001 only the wait counts
	}
	defer waiting.Wait()
	defer mu.Unlock()
	awaitWaiters(t, s.URL, waiters)
	named := 0
	for try := 0; named == 0 && try < 10; try++ { // a busy machine can take too long for the dump
		named = waitsFor(t, s.URL, fmt.Sprintf("%p", &mu))
	}
	if named != waiters {
		t.Errorf("%d waits for the lock, want %d", named, waiters)
	}
}

// waitsFor records two seconds, and returns the number of waits for a lock at the start.
func waitsFor(t *testing.T, url, address string) (n int) {
	var out bytes.Buffer
	if _, err := Record(t.Context(), url+"/debug/pprof/trace?seconds=2", "test", &out, func(string) {}); err != nil {
		t.Fatal(err)
	}
	f, err := gotrace.Format().Open(tracefeed.Input{Reader: &out})
	if err != nil {
		t.Fatal(err)
	}
	for ev, err := range tracefeed.All(f) {
		if err != nil {
			t.Fatal(err)
		}
		if ev.Kind == tracefeed.MonitorWait && ev.Time == 0 && f.Tables().Monitors[ev.Monitor].ID == address {
			n++
		}
	}
	return n
}

// awaitWaiters waits until the program's dump has a number of waits for a mutex.
func awaitWaiters(t *testing.T, url string, n int) {
	for strings.Count(get(t, url+"/debug/pprof/goroutine?debug=2"), "[sync.Mutex.Lock") < n {
		if t.Context().Err() != nil {
			t.Fatal("the goroutines do not wait")
		}
	}
}

// get returns the body of an answer.
func get(t *testing.T, url string) string {
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
