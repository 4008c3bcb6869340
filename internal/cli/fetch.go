package cli

import (
	"fmt"
	"io"
	"net/url"
	"sync/atomic"
	"time"

	"tiv/attach/pprof"
	"tiv/tracefeed"
	"tiv/workspace/loader"
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
	f, err := unnamedFile()
	if err != nil {
		return nil, fmt.Errorf("fetch trace: %s: %w", word, err)
	}
	b, stop, err := request(word, limits)
	defer stop()
	if err == nil {
		_, err = io.Copy(f, b)
		b.Close() // all was read, or cannot be
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return tracefeed.OpenFile(f, b.from.String(), loader.Formats())
}

// agent is the name of TIV to servers.
const agent = "tiv/" + version

// request requests the trace at a URL, with progress until stop is called. The error names
// the URL.
func request(word string, limits fetchLimits) (b *body, stop func(), err error) {
	u, err := pprof.URL(word, traceSeconds)
	if err != nil {
		return nil, func() {}, fmt.Errorf("fetch trace: %s: %w", word, err)
	}
	b = &body{from: u, most: limits.size}
	stop = watchDownload(u, &b.got)
	answer, err := pprof.Client{Wait: limits.wait, Whole: true, Agent: agent}.Get(u)
	if err != nil {
		return nil, stop, fmt.Errorf("fetch trace: %s: %w", u, err)
	}
	b.ReadCloser = answer.Body
	return b, stop, nil
}

// body is the trace in an answer. Reading fails if it has more than most bytes; got counts
// the bytes that were read.
type body struct {
	io.ReadCloser
	from *url.URL
	most int64
	got  atomic.Int64
}

// Read reads the trace. The error names the URL.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	switch all := b.got.Add(int64(n)); {
	case all > b.most:
		return 0, fmt.Errorf("fetch trace: %s: larger than %s; save it with another program and open the file", b.from, size(b.most))
	case err != nil && err != io.EOF:
		return n, fmt.Errorf("fetch trace: %s: after %s: %w", b.from, size(all), pprof.Reason(err))
	}
	return n, err
}

// watchDownload shows the time and the number of bytes of a download, until stop is
// called.
func watchDownload(u *url.URL, got *atomic.Int64) (stop func()) {
	of := ""
	if s := u.Query().Get("seconds"); s != "" {
		of = " of " + s
	}
	line := newCounter("fetch", u.Host)
	return line.watch(func() string {
		return fmt.Sprintf("%.0f%s s, %s", time.Since(line.start).Seconds(), of, size(got.Load()))
	})
}
