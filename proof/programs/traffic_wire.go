package main

import (
	"bufio"
	"fmt"
	"net"
	"sync"
	"time"
)

// wireTraffic is a server of lines over TCP: one busy client, one mostly silent
// client, and a table of connections with a mutex.
func wireTraffic(l *life) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	s := &lineServer{conns: map[net.Conn]int{}}
	go s.accept(ln)
	go s.census()
	go chat(ln.Addr().String(), 5*time.Millisecond)
	go chat(ln.Addr().String(), l.length/3)
}

// A lineServer answers each line with its length.
type lineServer struct {
	mu    sync.Mutex
	conns map[net.Conn]int // lines so far
}

func (s *lineServer) accept(ln net.Listener) {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		go s.converse(conn)
	}
}

func (s *lineServer) converse(conn net.Conn) {
	defer conn.Close()
	for lines := bufio.NewScanner(conn); ; {
		conn.SetReadDeadline(time.Now().Add(time.Minute))
		if !lines.Scan() {
			return
		}
		s.mu.Lock()
		s.conns[conn]++
		s.mu.Unlock()
		fmt.Fprintln(conn, len(lines.Text()))
	}
}

// census counts the connections every 50 ms.
func (s *lineServer) census() {
	for range time.Tick(50 * time.Millisecond) {
		s.mu.Lock()
		lines := 0
		for _, n := range s.conns {
			lines += n
		}
		s.mu.Unlock()
	}
}

// chat sends lines and reads the answers.
func chat(address string, pause time.Duration) {
	conn, err := net.Dial("tcp", address)
	check(err)
	defer conn.Close()
	chatOver(conn, pause)
}

func chatOver(conn net.Conn, pause time.Duration) {
	answers := bufio.NewScanner(conn)
	for {
		fmt.Fprintln(conn, "a line of text")
		if !answers.Scan() {
			return
		}
		time.Sleep(pause)
	}
}
