package pprof

import (
	"io"
	"net"
	"net/url"
	"strings"
	"time"

	"tiv/tracefeed/gotrace/wire"
)

const (
	dumpPath = root + "/goroutine"
	// dumpDelay is the time from the request of a trace to the request of a dump, which must
	// come second.
	dumpDelay = 100 * time.Millisecond
	// dumpWait is the time that a server has for a dump.
	dumpWait = 3 * time.Second
)

// dumper requests a goroutine dump of the program that is traced, and inserts it into the
// trace. The dump adds the addresses of locks to the trace.
type dumper struct {
	url   *url.URL // nil if the server has none
	agent string
	to    *wire.Inserter
}

// newDumper returns the dumper for the program at the URL of a trace.
func newDumper(trace, agent string, to *wire.Inserter) *dumper {
	d := &dumper{agent: agent, to: to}
	if u, err := URL(trace, lengths[0]); err == nil && strings.HasSuffix(u.Path, tracePath) {
		u.Path = strings.TrimSuffix(u.Path, tracePath) + dumpPath
		u.RawQuery = url.Values{"debug": {"2"}}.Encode()
		d.url = u
	}
	return d
}

// dump requests a dump. The trace is complete without it, so an error has no consequence.
func (d *dumper) dump() {
	if d.url == nil {
		return
	}
	client := Client{Wait: dumpWait, Agent: d.agent, dialed: func(conn net.Conn) {
		conn.SetDeadline(time.Now().Add(dumpWait))
	}}
	answer, err := client.Get(d.url)
	if err != nil {
		return
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(io.LimitReader(answer.Body, wire.MaxDumpBytes)); err == nil {
		d.to.Insert(text)
	}
}
