package gotrace_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// count reads a trace of any kind to its end and returns the number of events,
// the last one's time and the error.
func count(t testing.TB, r io.Reader) (n int, last tracefeed.Time, err error) {
	t.Helper()
	feed, err := gotrace.Format().Open(tracefeed.Input{Reader: r})
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	var batch []tracefeed.Event
	for batch, err = feed.Batch(nil); err == nil; batch, err = feed.Batch(batch) {
		for i := range batch {
			if batch[i].Time < last {
				t.Fatalf("event %d: time goes back from %d to %d", n, last, batch[i].Time)
			}
			n, last = n+1, batch[i].Time
		}
	}
	if _, again := feed.Batch(nil); again != err {
		t.Fatalf("the feed ended with %v, and then with %v", err, again)
	}
	return n, last, err
}

// TestCut cuts one trace everywhere, and one of several generations at many
// places.
func TestCut(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]int{"tiny": 1, "go-mutex2": 997} {
		data := sample(t, name)
		whole, _, err := count(t, bytes.NewReader(data))
		if err != io.EOF {
			t.Fatal(err)
		}
		some := false
		for at := 0; at < len(data); at += step {
			n, _, err := count(t, bytes.NewReader(data[:at]))
			if n > whole {
				t.Fatalf("%s cut at %d: %d events, the whole trace has %d", name, at, n, whole)
			}
			some = some || n > whole/4 && n < whole
			if explained := strings.Contains(err.Error(), "its first is incomplete"); explained != (n == 0) {
				t.Fatalf("%s cut at %d: %d events, %v", name, at, n, err)
			}
			var d *tracefeed.Damage
			switch {
			case errors.As(err, &d):
				if d.Offset > int64(at) || int64(at)-d.Offset > 1<<17 {
					t.Fatalf("%s cut at %d, said to be damaged at %d", name, at, d.Offset)
				}
			case err != io.EOF || n == 0:
				t.Fatalf("%s cut at %d: %d events, %v", name, at, n, err)
			}
		}
		if name == "go-mutex2" && !some {
			t.Error("no cut left some of the events: generations before a cut are lost")
		}
	}
}

// TestCutOldFormat checks that a trace of a format without generations is not said to have
// parts.
func TestCutOldFormat(t *testing.T) {
	t.Parallel()
	data := sample(t, "go-1.21")
	n, _, err := count(t, bytes.NewReader(data[:len(data)/2]))
	if err == io.EOF || strings.Contains(err.Error(), "parts of about a second") {
		t.Errorf("%d events, %v", n, err)
	}
}

// TestCutPlace pins the message and the offset of one cut.
func TestCutPlace(t *testing.T) {
	t.Parallel()
	data := sample(t, "go-mutex2")
	n, last, err := count(t, bytes.NewReader(data[:len(data)-1000]))
	var d *tracefeed.Damage
	if !errors.As(err, &d) || d.Offset != int64(len(data)-1000) {
		t.Errorf("got %v, want damage at byte %d", err, len(data)-1000)
	}
	if n < 10000 || last < tracefeed.Second {
		t.Errorf("%d events until %v, want those of the complete generations", n, last)
	}
}

// TestFlippedBytes spoils each byte of one trace, and some of another.
func TestFlippedBytes(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]int{"tiny": 1, "go-mutex2-lockids": 1499} {
		rng := rand.New(rand.NewPCG(1, 2))
		data := sample(t, name)
		damaged := 0
		for at := 0; at < len(data); at += step {
			bad := bytes.Clone(data)
			bad[min(at+rng.IntN(step), len(bad)-1)] ^= byte(1 + rng.IntN(255))
			_, _, err := count(t, bytes.NewReader(bad))
			var d *tracefeed.Damage
			switch {
			case errors.As(err, &d):
				damaged++
				if d.Offset < 0 || d.Offset > int64(len(bad)) || strings.Contains(err.Error(), "\n") {
					t.Fatalf("%s, byte %d: bad message: %v", name, at, err)
				}
			case err != io.EOF:
				t.Fatalf("%s, byte %d: %v", name, at, err)
			}
		}
		if damaged < len(data)/step/20 {
			t.Errorf("%s: only %d of %d were found to be damaged", name, damaged, len(data)/step)
		}
	}
}

func TestNothingToRead(t *testing.T) {
	t.Parallel()
	header := "go 1.26 trace\x00\x00\x00"
	for name, data := range map[string]string{
		"header":      header,
		"half header": header[:9],
		"version":     "go 1.99 trace\x00\x00\x00",
		"rubbish":     header + strings.Repeat("rubbish ", 100),
		"old":         "go 1.5 trace\x00\x00\x00\x00",
	} {
		n, _, err := count(t, strings.NewReader(data))
		var d *tracefeed.Damage
		if n != 0 || !errors.As(err, &d) {
			t.Errorf("%s: %d events, %v", name, n, err)
			continue
		}
		t.Logf("%s: %v", name, err)
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	data := sample(t, "go-mutex2")
	r := io.MultiReader(bytes.NewReader(data[:len(data)/2]), iotest.ErrReader(os.ErrPermission))
	_, _, err := count(t, r)
	var d *tracefeed.Damage
	if !errors.As(err, &d) || !strings.Contains(err.Error(), "permission") {
		t.Errorf("got %v", err)
	}
}

func TestSniff(t *testing.T) {
	t.Parallel()
	sniff := gotrace.Format().Sniff
	for start, want := range map[string]bool{
		"go 1.26 trace\x00\x00\x00":         true,
		"go 1.5 trace\x00\x00\x00\x00\x00":  true,
		"go 1.100 trace\x00\x00\x00\x00":    true,
		"go 1.26 trace":                     false,
		"go 1.26 is a release of Go\x00":    false,
		"":                                  false,
		"tiv-text 1\n0s A start name=a\n\n": false,
	} {
		if sniff([]byte(start)) != want {
			t.Errorf("sniff(%q) is not %v", start, want)
		}
	}
}

// slow is a live trace: it returns its data, and then blocks until it is
// closed.
type slow struct {
	data io.Reader
	end  chan struct{}
}

func (s slow) Read(p []byte) (int, error) {
	n, err := s.data.Read(p)
	if err == io.EOF {
		<-s.end
	}
	return n, err
}

// TestLive checks that complete data is returned at once, while a read blocks,
// and that Close ends a feed that was not read to its end.
func TestLive(t *testing.T) {
	t.Parallel()
	data := sample(t, "go-mutex2")
	data = data[:len(data)-1000]
	complete, _, _ := count(t, bytes.NewReader(data))
	s := slow{bytes.NewReader(data), make(chan struct{})}
	feed, err := gotrace.Format().Open(tracefeed.Input{Reader: s})
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < complete-1; { // the last only marks the damage
		batch, err := feed.Batch(nil)
		if err != nil {
			t.Fatal(err)
		}
		n += len(batch)
	}
	close(s.end)
	if err := feed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := feed.Close(); err != nil {
		t.Fatal(err)
	}
	for err = nil; err == nil; {
		_, err = feed.Batch(nil)
	}
	if err == io.EOF {
		t.Error("a closed feed pretends to be complete")
	}
}

// TestCloseEarly closes feeds that have not been read to their ends: all that
// they have started must end.
func TestCloseEarly(t *testing.T) {
	t.Parallel()
	data := madeUp(5, 26, 4, 100, 50_000, 10)
	for _, format := range []tracefeed.Format{gotrace.Format(), gotrace.Reference()} {
		for read := range 3 {
			feed, err := format.Open(tracefeed.Input{Reader: bytes.NewReader(data)})
			if err != nil {
				t.Fatal(err)
			}
			for range read {
				if _, err := feed.Batch(nil); err != nil {
					t.Fatal(err)
				}
			}
			if err := feed.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := feed.Batch(nil); err == nil && read == 0 {
				t.Error("a closed feed reads on")
			}
		}
	}
}

// TestMemoryInProportion reads traces that mention as many things as fit into
// their bytes. The most expensive thing is a goroutine with its thread.
func TestMemoryInProportion(t *testing.T) {
	threads, goroutines, made := newWireWriter(26), newWireWriter(26), newWireWriter(26)
	made.event(0, 1, evProcStatus, 0, pRunning)
	for i := range uint64(30_000) {
		threads.event(i*1e6, 1, evGoStatus, i+1, nobody, waiting)
		goroutines.event(0, 1, evGoStatus, i*1e9, nobody, waiting)
		made.event(0, 1, evGoCreate, i*1e12, 1, 1)
	}
	for name, w := range map[string]*wireWriter{"threads": threads, "goroutines": goroutines, "made": made} {
		w.end()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		n, _, err := count(t, bytes.NewReader(w.out))
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 120*uint64(len(w.out))+1<<21 {
			t.Errorf("%s: %d bytes of memory for %d of the trace (%d events, %v)", name, used, len(w.out), n, err)
		}
	}
}

// TestClocksDisagree has threads that get a P one after the other, the last one
// first by their clocks: to find the next takes a look at all of them.
func TestClocksDisagree(t *testing.T) {
	t.Parallel()
	for threads, want := range map[uint64]bool{100: true, 40_000: false} {
		w := newWireWriter(26)
		w.event(nobody-1, 1, evProcStatus, 0, pIdle)
		w.event(nobody-1, 1, evGoStatus, 1, nobody, waiting)
		for i := range threads {
			w.event(i, 2+i, evProcStart, 0, threads-i)
			w.event(i, 2+i, evProcStop)
		}
		w.end()
		_, _, err := count(t, bytes.NewReader(w.out))
		if d := (*tracefeed.Damage)(nil); (err == io.EOF) != want || !want && !errors.As(err, &d) {
			t.Errorf("%d threads: %v", threads, err)
		}
	}
}

// FuzzRead compares the result with the library's; the fuzzer detects panics
// and hangs.
func FuzzRead(f *testing.F) {
	f.Add(sample(f, "tiny"))
	f.Add([]byte("go 1.21 trace\x00\x00\x00"))
	for i, version := range []int{22, 23, 25, 26} {
		f.Add(madeUp(uint64(i), version, 1+i, 4, 30, 5))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sameAsReference(t, "fuzz", data)
		reduce(t, data)
	})
}
