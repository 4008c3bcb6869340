// Package receive runs a listener for programs that send their traces: its sockets, the feed of
// all of them, figures for a terminal, and the saved trace.
//
// Addresses go in; a feed and a file come out. The package knows neither flags nor windows.
package receive

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/live/listener"
	"tiv/tracefeed/live/wire"
	"tiv/tracefeed/otlp/receive"
	"tiv/tracefeed/parts"
	"tiv/workspace/loader"
)

// DefaultAddress is where programs are listened to if nothing else is said.
const DefaultAddress = "127.0.0.1:7077"

// Options say where to listen, and to whom.
type Options struct {
	// Addresses are HOST:PORT, tcp://HOST:PORT or unix:PATH.
	Addresses []string
	// Token is the word that clients have to say. Without one only addresses of this machine are
	// allowed.
	Token string
	// Cert and Key are the paths of a certificate and its key; with them, TCP speaks TLS.
	Cert, Key string
	// Dir is the folder of the feeds.
	Dir string
	// Said is called with messages for people.
	Said func(string)
	// Forget keeps on disk only what Feed has not read yet.
	Forget bool
	// Triggered is called when a program asks to keep what led to here, with its reason. It may be nil.
	Triggered func(program, reason string)
}

// Receiver is a running listener.
type Receiver struct {
	*listener.Listener
	// Addresses are those at which it listens.
	Addresses []string
	feed      *parts.Arrivals
	programs  programs
	spans     *receive.Receiver // of OpenTelemetry
	cancel    context.CancelFunc
	served    chan error
	sockets   int
	host      string
}

// Start begins to listen.
func Start(o Options) (*Receiver, error) {
	var config *tls.Config
	if o.Cert != "" || o.Key != "" {
		pair, err := tls.LoadX509KeyPair(o.Cert, o.Key)
		if err != nil {
			return nil, err
		}
		config = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	sockets, err := open(o)
	if err != nil {
		return nil, err
	}
	r := &Receiver{served: make(chan error, len(sockets)), sockets: len(sockets)}
	r.host, _ = os.Hostname()
	ctx, cancel := context.WithCancel(context.Background())
	r.cancel = cancel
	r.feed = parts.OpenArrivals(ctx, r.host, loader.SingleFormats())
	r.spans = receive.New(r.openSpans, 0)
	r.Listener, err = listener.New(listener.Options{Dir: o.Dir, Token: o.Token, HTTP: r.spans, Said: o.Said, Opened: r.add,
		Forget: o.Forget, Triggered: func(f *listener.Feed, _ tracefeed.Time, reason string) {
			if o.Triggered != nil {
				o.Triggered(f.Name(), reason)
			}
		}})
	if err != nil {
		for _, s := range sockets {
			s.Close()
		}
		return nil, err
	}
	for _, s := range sockets {
		r.Addresses = append(r.Addresses, name(s))
		if config != nil && s.Addr().Network() == "tcp" {
			s = tls.NewListener(s, config)
		}
		go func() { r.served <- r.Serve(s) }()
	}
	return r, nil
}

// open opens the sockets.
func open(o Options) (all []net.Listener, err error) {
	for _, address := range o.Addresses {
		s, err := socket(address, o.Token != "")
		if err != nil {
			for _, s := range all {
				s.Close()
			}
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// socket opens a socket. Without a token it is one that only this machine reaches.
func socket(address string, token bool) (net.Listener, error) {
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		return unixSocket(path)
	}
	at := strings.TrimPrefix(address, "tcp://")
	if !strings.Contains(at, ":") {
		at += ":7077"
	}
	tcp, err := net.ResolveTCPAddr("tcp", at)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	if !token && !tcp.IP.IsLoopback() {
		return nil, fmt.Errorf("%s: other machines reach this address; --token, or TIV_TOKEN, is the word that programs have to know",
			address)
	}
	return net.ListenTCP("tcp", tcp)
}

// unixSocket opens a socket that the user's programs reach. One that a killed listener has left is
// replaced.
func unixSocket(path string) (net.Listener, error) {
	if st, err := os.Lstat(path); err == nil && st.Mode().Type() == os.ModeSocket {
		if conn, err := net.DialTimeout("unix", path, time.Second); err == nil {
			conn.Close()
			return nil, fmt.Errorf("unix:%s: another program listens there", path)
		}
		os.Remove(path)
	}
	s, err := net.Listen("unix", path)
	if err == nil {
		err = os.Chmod(path, 0o600)
	}
	return s, err
}

// name returns the address of a socket, as clients write it.
func name(s net.Listener) string {
	if a := s.Addr(); a.Network() == "unix" {
		return "unix:" + a.String()
	}
	return "tcp://" + s.Addr().String()
}

// add adds a feed to that of all.
func (r *Receiver) add(f *listener.Feed) {
	a := parts.Arrival{Program: f.Hello.Program, Host: f.Hello.Host, Process: f.Hello.Process,
		Clock: f.Hello.Clock, Start: f.Hello.Start, Wall: f.Hello.Wall,
		Open: func(ctx context.Context) (parts.Sent, error) { return f.Open(ctx) },
		Heard: func() time.Time {
			st := f.Status()
			if st.Muted {
				return time.Time{} // it is not waited for
			}
			return st.Heard
		},
		Entered: func(at parts.Placed) { r.programs.placed(f, at) }}
	if c := f.Comparison(); c != nil && f.Hello.Clock != "" {
		a.Corrected, a.Compared = c, c.Known()
	}
	r.feed.Add(a)
}

// openSpans makes a feed of the spans of a process.
func (r *Receiver) openSpans(s receive.Source) (io.WriteCloser, error) {
	h := wire.Hello{Program: s.Service, Host: s.Host, Language: s.Language}
	h.Process, _ = strconv.ParseInt(s.PID, 10, 64)
	h.Wall = time.Now().Add(-s.Delay).UnixNano()
	rand.Read(h.Feed[:]) // never fails
	return r.Open(h)
}

// Feed returns the feed of all programs, which ends with the listener, or once ctx is done. It is
// to be read once.
func (r *Receiver) Feed(ctx context.Context) tracefeed.Feed {
	context.AfterFunc(ctx, r.cancel)
	return r.feed
}

// Wall returns the wall clock at the start of the feed, in nanoseconds since 1970; 0 if nothing has
// come yet.
func (r *Receiver) Wall() int64 { return r.feed.Wall() }

// OnLook sets what the feed calls now and then in its Batch, while it waits, too. It must be called
// before the feed is read.
func (r *Receiver) OnLook(do func()) { r.feed.Looked = do }

// Ended reports whether there were feeds, and all are complete.
func (r *Receiver) Ended() bool {
	all := r.Feeds()
	for _, f := range all {
		if !f.Status().Ended {
			return false
		}
	}
	return len(all) > 0
}

// Close ends all connections.
func (r *Receiver) Close() error {
	err := errors.Join(r.spans.Close(), r.Listener.Close())
	r.feed.End()
	for range r.sockets {
		err = errors.Join(err, <-r.served)
	}
	return err
}

// Saved opens what has arrived, as one trace; nil if nothing has. The listener is closed.
func (r *Receiver) Saved(name string) (*tracefeed.Source, error) {
	var list []parts.Part
	for _, f := range r.Feeds() {
		if f.Status().Size == 0 {
			continue
		}
		if f.Hello.Format == "" && f.Status().Whole() {
			if err := binfeed.End(f.Path); err != nil {
				return nil, err
			}
		}
		p := parts.Part{Path: f.Path, Name: f.Hello.Program, Monotonic: f.Hello.Start, Wall: f.Hello.Wall}
		if f.Hello.Host != r.host && f.Hello.Host != "" {
			p.Name = f.Hello.Host + "/" + p.Name
		}
		list = append(list, p)
	}
	switch len(list) {
	case 0:
		return nil, nil
	case 1:
		return tracefeed.Open(list[0].Path, loader.SingleFormats())
	}
	feed, err := parts.Open(list, parts.Options{Formats: loader.SingleFormats()})
	if err != nil {
		return nil, err
	}
	_, size := feed.Extent()
	return &tracefeed.Source{Feed: feed, Name: filepath.Base(name), Size: size}, nil
}
