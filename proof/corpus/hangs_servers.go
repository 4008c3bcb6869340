package corpus

import (
	"bufio"
	"fmt"
	"net"
	"sync"
	"time"
)

// A lineServer answers lines over TCP, with a goroutine for each connection.
type lineServer struct {
	mu       sync.Mutex
	open     map[net.Conn]bool
	handlers sync.WaitGroup
	answered tally
}

// serve accepts connections. handler runs in the goroutine of each before its first line.
func (v *lineServer) serve(ln net.Listener, handler func()) {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		v.handlers.Go(func() {
			handler()
			v.handle(conn)
		})
	}
}

func (v *lineServer) handle(conn net.Conn) {
	v.register(conn, true)
	for lines := bufio.NewScanner(conn); lines.Scan(); v.answered.Add(1) {
		fmt.Fprintln(conn, lines.Text())
	}
	v.register(conn, false)
}

func (v *lineServer) register(conn net.Conn, open bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.open[conn] = open
}

// shutdown waits for all handlers, under the lock, of which it gives notice.
func (v *lineServer) shutdown(locked chan<- bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	locked <- true
	v.handlers.Wait()
}

// listen starts a server on loopback, and returns a function that connects to it.
func (v *lineServer) listen(s *Stage, handler func()) (dial func() net.Conn) {
	s.Keep(v)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	go v.serve(ln, handler)
	return func() net.Conn {
		conn, err := net.Dial("tcp", ln.Addr().String())
		check(err)
		return conn
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// shutdownLocked has a shutdown that waits for handlers under the lock which they want
// when their connections end. The server accepts further ones.
func shutdownLocked(s *Stage) {
	v := &lineServer{open: map[net.Conn]bool{}}
	dial := v.listen(s, func() {
		s.hung()
		s.Has("deadlock")
	})
	stop, served, stopped := make(chan bool), newBarrier(s.N+1), newBarrier(s.N+1)
	for range s.N {
		go func() {
			conn := dial()
			exchange(conn)
			served.Done()
			for {
				select {
				case <-stop:
					conn.Close()
					stopped.Done()
					return
				default:
					exchange(conn)
					s.pause()
				}
			}
		}()
	}
	served.meet()
	v.answered.atLeast(3 * s.N)
	locked := make(chan bool)
	go func() {
		s.hungRoot(true)
		v.shutdown(locked)
	}()
	<-locked
	close(stop)
	stopped.meet()
}

// drains has a shutdown that waits for handlers of slow requests, without the lock.
func drains(s *Stage) {
	v := &lineServer{open: map[net.Conn]bool{}}
	dial := v.listen(s, func() {})
	for n := range s.N {
		conn := dial()
		go func() {
			for {
				exchange(conn)
				time.Sleep(s.length * time.Duration(1+n) / time.Duration(s.N))
			}
		}()
	}
	v.answered.atLeast(s.N)
	go v.handlers.Wait()
}

// parkedConnections has clients that keep their connections, and have nothing to ask.
func parkedConnections(s *Stage) {
	v := &lineServer{open: map[net.Conn]bool{}}
	dial := v.listen(s, func() {})
	for range s.N {
		conn := dial()
		exchange(conn)
		s.Keep(conn)
		go conn.Read(make([]byte, 1))
	}
}
