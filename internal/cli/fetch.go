package cli

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"tiv/tracefeed"
	"tiv/workspace"
)

// The paths of net/http/pprof, and the length of a trace if the URL has none.
const (
	pprofRoot    = "/debug/pprof"
	pprofTrace   = pprofRoot + "/trace"
	traceSeconds = "5"
)

// fetchLimits are the limits of fetching a trace.
type fetchLimits struct {
	size int64 // in bytes
	// wait is the time until a connection and until an answer, besides the seconds that
	// the URL requests.
	wait time.Duration
}

// usualLimits are for large traces and slow programs.
var usualLimits = fetchLimits{1 << 30, 20 * time.Second}

// traceURL returns the URL of a trace. One without a path, and that of net/http/pprof,
// stand for the next seconds of the program. A password is an error: the URL of a trace
// is part of messages and reports.
func traceURL(word string) (*url.URL, error) {
	u, err := url.Parse(word)
	switch {
	case err != nil:
		return nil, errors.New("invalid URL")
	case u.Host == "":
		return nil, errors.New("invalid URL: no host")
	case u.User != nil:
		return nil, errors.New("TIV takes no passwords; fetch it with another program and pipe it: curl … | tiv -")
	}
	root := strings.TrimSuffix(u.Path, "/")
	if root != "" && !strings.HasSuffix(root, pprofRoot) {
		return u, nil
	}
	u.Path = strings.TrimSuffix(root, pprofRoot) + pprofTrace
	if query := u.Query(); !query.Has("seconds") {
		query.Set("seconds", traceSeconds)
		u.RawQuery = query.Encode()
	}
	return u, nil
}

// fetch fetches the trace at a URL into a temporary file, with progress, and opens it.
// Ctrl-C ends it with the program. The error names the URL.
func fetch(word string, limits fetchLimits) (*tracefeed.Source, error) {
	u, err := traceURL(word)
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

// download copies the trace at a URL to a file, and shows the progress.
func download(f *os.File, u *url.URL, limits fetchLimits) error {
	var got atomic.Int64
	defer watchDownload(u, &got)()
	answer, err := getTrace(u, limits.wait)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	n, err := io.Copy(f, io.TeeReader(io.LimitReader(answer.Body, limits.size+1), counting{&got}))
	switch {
	case n > limits.size:
		return fmt.Errorf("larger than %s; save it with another program and open the file", size(limits.size))
	case err != nil:
		return fmt.Errorf("after %s: %w", size(n), reason(err))
	}
	_, err = f.Seek(0, io.SeekStart)
	return err
}

// getTrace requests a URL, and refuses answers that are no traces.
func getTrace(u *url.URL, wait time.Duration) (*http.Response, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = (&net.Dialer{Timeout: wait}).DialContext
	transport.TLSHandshakeTimeout = wait
	transport.ResponseHeaderTimeout = wait
	if seconds, err := strconv.ParseFloat(u.Query().Get("seconds"), 64); err == nil && seconds > 0 && seconds < 1e6 {
		transport.ResponseHeaderTimeout += time.Duration(seconds * float64(time.Second))
	}
	request, err := http.NewRequest(http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", "tiv/"+version)
	answer, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		return nil, reason(err)
	}
	if err = refused(answer); err != nil {
		answer.Body.Close()
		return nil, err
	}
	return answer, nil
}

// refused returns an error for an answer that is no trace.
func refused(answer *http.Response) error {
	const advice = "a Go program that imports net/http/pprof serves its trace at " + pprofTrace
	switch kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type")); {
	case answer.StatusCode == http.StatusNotFound:
		return errors.New(answer.Status + "; " + advice)
	case answer.StatusCode != http.StatusOK:
		return fmt.Errorf("%s%s", answer.Status, firstLine(answer.Body))
	case kind == "text/html":
		return errors.New("the answer is a web page, not a trace; " + advice)
	}
	return nil
}

// firstLine returns the first line of an error's body, after a colon; nothing if that is
// not short text.
func firstLine(body io.Reader) string {
	const longest = 200
	start, _ := io.ReadAll(io.LimitReader(body, longest))
	line, _, _ := strings.Cut(strings.TrimSpace(string(start)), "\n")
	unprintable := func(r rune) bool { return r < ' ' || r == 0x7f || r == '<' || r == '\uFFFD' }
	if line = strings.TrimSpace(line); line == "" || strings.ContainsFunc(line, unprintable) {
		return ""
	}
	return ": " + line
}

// reason returns the cause of an error of package http, without the request.
func reason(err error) error {
	var ue *url.Error
	if errors.As(err, &ue) {
		err = ue.Err
	}
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return errors.New("connection refused; is the program running, and does it serve net/http/pprof there?")
	case os.IsTimeout(err):
		return errors.New("no answer; does the program hang? SIGQUIT makes a Go program print a thread dump, which TIV opens")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the connection broke")
	}
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
