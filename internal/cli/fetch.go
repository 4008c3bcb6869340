package cli

import (
	"fmt"
	"io"
	"net/url"
	"os"
	"sync/atomic"
	"time"

	"tiv/attach/pprof"
	"tiv/tracefeed"
	"tiv/workspace"
)

// traceSeconds is the length of a trace whose URL has none.
const traceSeconds = "5"

// fetchLimits are the limits of fetching a trace.
type fetchLimits struct {
	size int64 // in bytes
	// wait is the time until a connection and until an answer, besides the seconds that
	// the URL requests.
	wait time.Duration
}

// usualLimits are for large traces and slow programs.
var usualLimits = fetchLimits{1 << 30, 20 * time.Second}

// fetch fetches the trace at a URL into a temporary file, with progress, and opens it.
// Ctrl-C ends it with the program. The error names the URL.
func fetch(word string, limits fetchLimits) (*tracefeed.Source, error) {
	u, err := pprof.URL(word, traceSeconds)
	if err != nil {
		return nil, fmt.Errorf("fetch trace: %s: %w", word, err)
	}
	f, err := unnamedFile()
	if err != nil {
		return nil, fmt.Errorf("fetch trace: %s: %w", word, err)
	}
	if err := download(f, u, limits); err != nil {
		f.Close()
		return nil, fmt.Errorf("fetch trace: %s: %w", u, err)
	}
	return tracefeed.OpenFile(f, u.String(), workspace.Formats())
}

// agent is the name of TIV to servers.
const agent = "tiv/" + version

// download copies the trace at a URL to a file, and shows the progress.
func download(f *os.File, u *url.URL, limits fetchLimits) error {
	var got atomic.Int64
	defer watchDownload(u, &got)()
	answer, err := pprof.Client{Wait: limits.wait, Whole: true, Agent: agent}.Get(u)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	n, err := io.Copy(f, io.TeeReader(io.LimitReader(answer.Body, limits.size+1), counting{&got}))
	switch {
	case n > limits.size:
		return fmt.Errorf("larger than %s; save it with another program and open the file", size(limits.size))
	case err != nil:
		return fmt.Errorf("after %s: %w", size(n), pprof.Reason(err))
	}
	_, err = f.Seek(0, io.SeekStart)
	return err
}

// counting counts the bytes written to it.
type counting struct{ n *atomic.Int64 }

func (c counting) Write(b []byte) (int, error) {
	c.n.Add(int64(len(b)))
	return len(b), nil
}

// watchDownload shows the time and the number of bytes of a download, until stop is
// called.
func watchDownload(u *url.URL, got *atomic.Int64) (stop func()) {
	of := ""
	if s := u.Query().Get("seconds"); s != "" {
		of = " of " + s
	}
	line := newCounter("fetch", u.Host)
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(terminalEvery)
		defer tick.Stop()
		for {
			select {
			case <-over:
				line.clear()
				return
			case <-tick.C:
				line.say(func() string {
					return fmt.Sprintf("%.0f%s s, %s", time.Since(line.start).Seconds(), of, size(got.Load()))
				})
			}
		}
	}()
	return func() {
		close(over)
		<-ended
	}
}
