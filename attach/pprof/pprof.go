package pprof

import (
	"context"
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
	"syscall"
	"time"
)

// The paths of net/http/pprof.
const (
	root      = "/debug/pprof"
	tracePath = root + "/trace"
)

// URL returns the URL of a trace of the next seconds. One without a path, or of
// net/http/pprof, becomes the URL of its trace; another one stays as it is. A
// password is an error: the URL of a trace is part of messages and reports.
func URL(word, seconds string) (*url.URL, error) {
	u, err := url.Parse(word)
	switch {
	case err != nil:
		return nil, errors.New("invalid URL")
	case u.Host == "":
		return nil, errors.New("invalid URL: no host")
	case u.User != nil:
		return nil, errors.New("TIV takes no passwords; fetch it with another program and pipe it: curl … | tiv -")
	}
	path := strings.TrimSuffix(u.Path, "/")
	if path != "" && !strings.HasSuffix(path, root) {
		return u, nil
	}
	u.Path = strings.TrimSuffix(path, root) + tracePath
	if query := u.Query(); !query.Has("seconds") {
		query.Set("seconds", seconds)
		u.RawQuery = query.Encode()
	}
	return u, nil
}

// Client requests traces.
type Client struct {
	// Wait is the time until a connection and until an answer, besides the seconds
	// that the URL requests if Whole is true: then the answer comes as a whole.
	Wait  time.Duration
	Whole bool
	// Agent is the name of the client.
	Agent string
	// dialed receives each connection. It may be nil.
	dialed func(net.Conn)
}

// Get requests a URL, and refuses answers that are no traces. The caller closes the
// body of the answer.
func (c Client) Get(u *url.URL) (*http.Response, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableKeepAlives = true
	dialer := &net.Dialer{Timeout: c.Wait}
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dialer.DialContext(ctx, network, address)
		if err == nil && c.dialed != nil {
			c.dialed(conn)
		}
		return conn, err
	}
	transport.TLSHandshakeTimeout = c.Wait
	transport.ResponseHeaderTimeout = c.Wait
	if seconds, err := strconv.ParseFloat(u.Query().Get("seconds"), 64); err == nil && c.Whole && seconds > 0 && seconds < 1e6 {
		transport.ResponseHeaderTimeout += time.Duration(seconds * float64(time.Second))
	}
	request, err := http.NewRequest(http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", c.Agent)
	answer, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		return nil, Reason(err)
	}
	if err = refused(answer); err != nil {
		answer.Body.Close()
		return nil, err
	}
	return answer, nil
}

// refused returns an error for an answer that is no trace.
func refused(answer *http.Response) error {
	const advice = "a Go program that imports net/http/pprof serves its trace at " + tracePath
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

// Reason returns the cause of an error of package http, without the request.
func Reason(err error) error {
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
