package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"time"
)

var ioWaits = []shape{
	{kind: "io-wait", name: "flush", run: onFiles(func(f *os.File, line []byte) error {
		_, err := f.Write(line)
		return errors.Join(err, f.Sync())
	}), alone: true},
	{kind: "io-wait", name: "flush-large", run: onFiles(func(f *os.File, _ []byte) error {
		_, err := f.WriteAt(largeText, 0)
		return errors.Join(err, f.Sync())
	}), alone: true},
	{kind: "io-wait", name: "flush-twice", run: onFiles(func(f *os.File, line []byte) error {
		_, err := f.WriteAt(line, 0)
		err = errors.Join(err, f.Sync())
		_, err2 := f.WriteAt(line, 1<<16)
		return errors.Join(err, err2, f.Sync())
	}), alone: true},
	{kind: "io-wait", name: "network", run: networkBound, beyond: noNetwork},
	{kind: "io-wait", name: "one-connection", run: pollsSlowServer, beyond: noNetwork},
	{kind: "io-wait", name: "pipe", run: pipeBound, beyond: noNetwork},
	{kind: "io-wait", name: "healthy-idle", run: idleConnections},
	{kind: "io-wait", name: "healthy-accept", run: idleListeners},
	{kind: "io-wait", name: "healthy-compute", run: rareExchange},
}

var largeText = bytes.Repeat([]byte("a line of text\n"), 4096)

const noNetwork = "only waits for files count: a slow peer looks like one that has nothing to say"

// onFiles has threads that do something slow with a file each, nearly all the time.
func onFiles(do func(f *os.File, line []byte) error) func(*Stage) {
	return func(s *Stage) {
		for range s.N {
			f, err := os.CreateTemp("", "corpus")
			if err == nil {
				err = os.Remove(f.Name())
			}
			if err != nil {
				panic(err)
			}
			s.loop("io-wait", func() {
				if err := do(f, []byte("a line of text\n")); err != nil {
					panic(err)
				}
			})
		}
	}
}

// slowServer starts a server that answers each line after a time. It returns a
// function that connects to it.
func (s *Stage) slowServer(delay time.Duration) (dial func() net.Conn) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			go answerSlowly(conn, delay)
		}
	}()
	return func() net.Conn {
		conn, err := net.Dial("tcp", ln.Addr().String())
		if err != nil {
			panic(err)
		}
		return conn
	}
}

func answerSlowly(conn net.Conn, delay time.Duration) {
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		time.Sleep(delay)
		fmt.Fprintln(conn, lines.Text())
	}
}

// exchange sends a line and reads the answer.
func exchange(conn net.Conn) {
	fmt.Fprintln(conn, "a line")
	if _, err := bufio.NewReader(conn).ReadString('\n'); err != nil {
		panic(err)
	}
}

// networkBound has workers that each wait for a slow server nearly all the time.
func networkBound(s *Stage) {
	dial := s.slowServer(3 * s.Unit)
	for range s.N {
		conn := dial()
		s.loop("io-wait", func() {
			exchange(conn)
			Spin(s.Unit / 10)
		})
	}
}

// pollsSlowServer has workers that open a connection for each question.
func pollsSlowServer(s *Stage) {
	dial := s.slowServer(4 * s.Unit)
	for range s.N {
		s.loop("io-wait", func() {
			conn := dial()
			exchange(conn)
			conn.Close()
		})
	}
}

// pipeBound has readers of pipes that are written slowly.
func pipeBound(s *Stage) {
	for range s.N {
		r, w, err := os.Pipe()
		if err != nil {
			panic(err)
		}
		s.loop("", func() {
			time.Sleep(3 * s.Unit)
			fmt.Fprintln(w, "a line")
		})
		lines := bufio.NewScanner(r)
		s.loop("io-wait", func() {
			lines.Scan()
			Spin(s.Unit / 10)
		})
	}
}

// idleConnections has servers with silent clients.
func idleConnections(s *Stage) {
	dial := s.slowServer(s.Unit)
	for range s.N {
		s.Keep(dial())
	}
}

// idleListeners has servers without clients.
func idleListeners(s *Stage) {
	for range s.N {
		s.slowServer(s.Unit)
	}
}

// rareExchange has workers that compute and pause, and seldom use a quick server.
func rareExchange(s *Stage) {
	dial := s.slowServer(0)
	for range s.N {
		conn := dial()
		s.loop("", func() {
			exchange(conn)
			for range 20 {
				Spin(s.Unit / 20)
				time.Sleep(s.Unit)
			}
		})
	}
}
