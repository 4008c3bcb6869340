package corpus

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
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

// backendAnswers has a lock around each question to a server that needs a tenth of the
// run for the answer.
func backendAnswers(s *Stage) {
	r, dial := new(sync.Mutex), s.slowServer(s.length/10)
	s.Keep(r)
	conn := dial()
	for range s.N {
		go func() {
			s.repeat("", func() {
				r.Lock()
				defer r.Unlock()
				exchange(conn)
			})
		}()
	}
}

// backendSilent has one that does not answer the last question before the end.
func backendSilent(s *Stage) {
	r, quick, slow := new(sync.Mutex), s.slowServer(s.Unit)(), s.slowServer(time.Hour)()
	s.Keep(r)
	var asked tally
	for range s.N {
		go func() {
			s.repeat("", func() {
				r.Lock()
				defer r.Unlock()
				if asked.Add(1) < int64(10) {
					exchange(quick)
				} else {
					exchange(slow)
				}
			})
		}()
	}
}

// backendOnce has a lock that is held across a question for the first time at the end, and
// the answer comes in an hour.
func backendOnce(s *Stage) {
	conn := s.slowServer(time.Hour)()
	maintenance(s, func() { exchange(conn) })
}

// mainAwaitsSignal has a queue between goroutines, and waits for a signal.
func mainAwaitsSignal(s *Stage) {
	items, hangup := make(chan int), make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	for range s.N {
		go func() {
			for range items {
			}
		}()
	}
	go func() {
		s.repeat("", func() {
			items <- 1
			time.Sleep(s.length / 50)
		})
	}()
	go func() { <-hangup }()
}

// lockUntilSignal has a mode without writes, in which a goroutine keeps the lock until a
// signal comes.
func lockUntilSignal(s *Stage) {
	j, hangup := &journal{}, make(chan os.Signal, 1)
	s.Keep(j)
	signal.Notify(hangup, syscall.SIGHUP)
	for range s.N {
		go func() {
			s.repeat("", func() {
				j.add()
				s.pause()
			})
		}()
	}
	j.added.atLeast(3 * s.N)
	go func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		<-hangup
	}()
}

// lockUntilChild has a goroutine that waits for another process with the lock.
func lockUntilChild(s *Stage) {
	j := &journal{}
	s.Keep(j)
	for range s.N {
		go func() {
			s.repeat("", func() {
				j.add()
				s.pause()
			})
		}()
	}
	j.added.atLeast(3 * s.N)
	go func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		child := exec.Command("cat")
		input, err := child.StdinPipe() // its end is the end of the program
		check(err)
		s.Keep(input)
		check(child.Run())
	}()
}

// lockUntilTimeout has a holder that waits for an answer or a timeout. Earlier ones
// came to both ends; the last timeout is after the end.
func lockUntilTimeout(s *Stage) {
	j, answers := &journal{}, make(chan int)
	s.Keep(j)
	s.Keep(answers)
	ask := func(patience time.Duration) {
		j.mu.Lock()
		defer j.mu.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		select {
		case <-answers:
		case <-ctx.Done():
		}
	}
	for range s.N {
		go func() {
			s.repeat("", func() {
				j.add()
				s.pause()
			})
		}()
	}
	j.added.atLeast(3 * s.N)
	ask(s.Unit)
	go func() { answers <- 1 }()
	ask(time.Minute)
	go ask(time.Minute)
}
