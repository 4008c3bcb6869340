package listener

import (
	"bufio"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// httpServer serves connections that were accepted for another protocol, too.
type httpServer struct {
	server *http.Server
	conns  chan net.Conn
	done   chan struct{}
}

// serveHTTP begins to serve connections.
func serveHTTP(h http.Handler) *httpServer {
	s := &httpServer{conns: make(chan net.Conn), done: make(chan struct{})}
	s.server = &http.Server{Handler: h, ReadHeaderTimeout: helloTime, IdleTimeout: time.Minute}
	go s.server.Serve(s)
	return s
}

// guarded serves only requests with the token, as OTEL_EXPORTER_OTLP_HEADERS can give them.
func (l *Listener) guarded(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !l.knows(token) {
			l.refusals.wait(hostOf(r.RemoteAddr))
			http.Error(w, "the token is wrong", http.StatusUnauthorized)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// Accept, Close and Addr make it the socket of the server.
func (s *httpServer) Accept() (net.Conn, error) {
	select {
	case c := <-s.conns:
		return c, nil
	case <-s.done:
		return nil, net.ErrClosed
	}
}

func (s *httpServer) Close() error { return nil }

func (s *httpServer) Addr() net.Addr { return &net.UnixAddr{Net: "unix"} }

// serve serves a connection to its end.
func (s *httpServer) serve(conn net.Conn) {
	conn.SetReadDeadline(time.Time{})
	ended := &ending{Conn: conn, closed: make(chan struct{})}
	select {
	case s.conns <- ended:
		<-ended.closed
	case <-s.done:
	}
}

func (s *httpServer) close() {
	close(s.done)
	s.server.Close()
}

// peeked is a connection whose first bytes were read.
type peeked struct {
	net.Conn
	in *bufio.Reader
}

func (p *peeked) Read(b []byte) (int, error) { return p.in.Read(b) }

// ending is a connection that tells when it is closed.
type ending struct {
	net.Conn
	closed chan struct{}
	once   sync.Once
}

func (e *ending) Close() error {
	err := e.Conn.Close()
	e.once.Do(func() { close(e.closed) })
	return err
}
