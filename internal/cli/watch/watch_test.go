package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"tiv/handler"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// output is what is written and said, for any goroutine.
type output struct {
	mu   sync.Mutex
	text strings.Builder
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) tell(format string, args ...any) { fmt.Fprintf(o, format+"\n", args...) }

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// samples are samples of a thread that waits in loop and handles something each second, from one second to another.
func samples(from, to int) string {
	var b strings.Builder
	for s := from; s < to; s++ {
		for n := range 9 {
			fmt.Fprintf(&b, "%dms A sample value=1 stack=w\n", 1000*s+100*n)
		}
		fmt.Fprintf(&b, "%dms A suspend-end\n%[1]dms A sample value=1 stack=h\n%dms A suspend-start wait\n", 1000*s+900, 1000*s+950)
	}
	return b.String()
}

const start = `tiv-text 1 kind=sampled period=100000000
frame loop acme.Worker.loop
frame wait java.lang.Object.wait
frame handle acme.Job.handle
frame other acme.Job.other
stack w wait loop
stack h handle loop
stack o other loop
0ms A start
0ms A suspend-start wait
`

// follow follows a trace that write writes, and returns what was printed and the error.
func follow(ctx context.Context, t *testing.T, write func(w io.Writer, out *output)) (string, error) {
	t.Helper()
	r, w := io.Pipe()
	out, grown := &output{}, make(chan struct{}, 1)
	go func() {
		write(w, out)
		w.Close()
	}()
	source, err := tracefeed.OpenInput(tracefeed.Input{Name: "trace", Reader: r}, loader.Formats())
	if err != nil {
		t.Fatal(err)
	}
	l := loader.Start(source, loader.Options{Notify: func() {
		select {
		case grown <- struct{}{}:
		default:
		}
	}})
	defer l.Close()
	h := Handlers{Limits: handler.DefaultThresholds(), Out: out, Tell: out.tell}
	err = h.Follow(ctx, l, grown)
	return out.String(), err
}

// wait waits until something was printed.
func wait(t *testing.T, out *output, what string) {
	t.Helper()
	for limit := time.Now().Add(time.Minute); !strings.Contains(out.String(), what); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(limit) {
			t.Errorf("waited in vain for %q, got %q", what, out.String())
			return
		}
	}
}

// Handlers are printed once they have settled, and at the end only if there are others.
func TestFollow(t *testing.T) {
	t.Parallel()
	out, err := follow(t.Context(), t, func(w io.Writer, out *output) {
		io.WriteString(w, start+samples(0, 20))
		time.Sleep(100 * time.Millisecond)
		io.WriteString(w, samples(20, 45))
		wait(t, out, "acme.Job.handle")
		io.WriteString(w, samples(45, 50))
	})
	if n := strings.Count(out, "handlers, settled for"); err != nil || n != 1 || strings.Contains(out, "acme.Job.other ") {
		t.Errorf("%v: settled %d times in %q", err, n, out)
	}
	out, err = follow(t.Context(), t, func(w io.Writer, out *output) {
		io.WriteString(w, start+samples(0, 20))
		time.Sleep(100 * time.Millisecond)
		io.WriteString(w, samples(20, 45))
		wait(t, out, "acme.Job.handle")
		io.WriteString(w, strings.ReplaceAll(samples(45, 65), "stack=h", "stack=o"))
	})
	if n := strings.Count(out, "handlers, "); err != nil || n < 2 || !strings.Contains(out, "acme.Job.other   handler") {
		t.Errorf("%v: another handler: printed %d times: %q", err, n, out)
	}
}

// A trace that ends before anything has settled is printed at its end.
func TestFollowShort(t *testing.T) {
	t.Parallel()
	out, err := follow(t.Context(), t, func(w io.Writer, _ *output) { io.WriteString(w, start+samples(0, 12)) })
	if err != nil || !strings.Contains(out, "still changing after 11.95 s") || !strings.Contains(out, "acme.Job.handle  handler") {
		t.Errorf("%v: %q", err, out)
	}
}

// It ends when it is cancelled, and with the error of the trace.
func TestFollowEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := follow(ctx, t, func(w io.Writer, _ *output) {
		io.WriteString(w, start+samples(0, 1))
		cancel()
	}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
