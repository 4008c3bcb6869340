package pprof

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"tiv/tracefeed/gotrace/wire"
)

// lengths are the lengths of a trace to request, in seconds: the first that the server
// allows. A server with a limit for its answers refuses longer ones.
var lengths = []string{"86400", "60", "30", "15", "10", "5", "2", "1"}

const (
	// answerWait is the time until the first bytes: a program that does little sends
	// them late.
	answerWait = time.Minute
	// endWait is the time that the program has to send the end of its trace.
	endWait = 5 * time.Second
)

// Record copies the trace of the program at a URL, of net/http/pprof or of its trace,
// until the program ends it or ctx is done: then the program is told that nobody
// listens any more, and sends the end. The copy has a goroutine dump of its
// start, if the program serves one. began is called with the first bytes, and with the
// length of the trace in seconds if the server limits it, else "".
// ended is true if the program has ended the trace, or the connection broke.
func Record(ctx context.Context, word, agent string, to io.Writer, began func(seconds string)) (ended bool, err error) {
	inserter := wire.NewInserter(to)
	c := &copying{Client: Client{Wait: answerWait, Agent: agent}, out: failing{w: inserter}}
	c.dialed = c.conns.add
	done := make(chan error, 1)
	go func() { done <- c.run(word, began) }()
	var dumping sync.WaitGroup
	defer dumping.Wait()
	defer time.AfterFunc(dumpDelay, func() { dumping.Go(newDumper(word, agent, inserter).dump) }).Stop()
	select {
	case err := <-done:
		return true, err
	case <-ctx.Done():
	}
	c.conns.each(func(conn net.Conn) {
		// Package net/http of the program ends the request, whose handler ends the
		// trace and sends the rest.
		if half, ok := conn.(interface{ CloseWrite() error }); ok {
			half.CloseWrite()
		}
	})
	select {
	case err = <-done:
	case <-time.After(endWait):
		c.conns.each(func(conn net.Conn) { conn.Close() })
		<-done
	}
	return false, errors.Join(err, c.out.err)
}

// copying is a Record in progress.
type copying struct {
	Client
	conns conns
	out   failing
}

func (c *copying) run(word string, began func(string)) error {
	answer, seconds, err := c.request(word)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if seconds == lengths[0] {
		seconds = ""
	}
	began(seconds)
	io.Copy(&c.out, answer.Body) // the trace before the end of the connection is complete
	return c.out.err
}

// request requests the longest trace that the server allows.
func (c *copying) request(word string) (answer *http.Response, seconds string, err error) {
	for _, seconds = range lengths {
		u, err := URL(word, seconds)
		if err != nil {
			return nil, "", err
		}
		answer, err := c.Get(u)
		if err == nil {
			return answer, u.Query().Get("seconds"), nil
		}
		if !strings.Contains(err.Error(), "WriteTimeout") {
			return nil, "", err
		}
	}
	return nil, "", errors.New("the server allows no answer that lasts a second (its WriteTimeout)")
}

// failing keeps errors of writing apart from errors of reading.
type failing struct {
	w   io.Writer
	err error
}

func (f *failing) Write(b []byte) (int, error) {
	n, err := f.w.Write(b)
	f.err = err
	return n, err
}

// conns are the connections of a client.
type conns struct {
	mu   sync.Mutex
	list []net.Conn
}

func (c *conns) add(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, conn)
}

func (c *conns) each(f func(net.Conn)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.list {
		f(conn)
	}
}
