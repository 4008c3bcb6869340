package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

// store keeps values, and serves them line by line over TCP.
type store struct {
	mu     sync.Mutex
	values map[string]string
}

// serveLines serves a store. Its handler is execute, which the loop of each connection calls.
func serveLines(ctx context.Context) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	s := &store{values: map[string]string{}}
	go s.accept(listener)
	announce(listener)
	<-ctx.Done()
}

// accept starts a goroutine for each connection.
func (s *store) accept(listener net.Listener) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		go s.serve(conn)
	}
}

// serve answers the lines of a connection.
func (s *store) serve(conn net.Conn) {
	defer conn.Close()
	lines := bufio.NewReader(conn)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		if _, err := io.WriteString(conn, s.execute(line)); err != nil {
			return
		}
	}
}

// execute executes a line, and returns the answer.
func (s *store) execute(line string) string {
	word, key, _ := strings.Cut(strings.TrimSpace(line), " ")
	if word == "put" {
		return s.put(key)
	}
	return s.get(key)
}

func (s *store) get(key string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	work(20)
	return s.values[key] + "\n"
}

func (s *store) put(key string) string {
	value := answer(40)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values[key] = value[:8]
	return "ok\n"
}

// loadLines sends lines over four connections, until the server is gone.
func loadLines(address string) { sendLines(address, "put key%d\n", "get key%d\n") }

// loadRedis does the same with the inline commands of Redis. Sorting takes it some time.
func loadRedis(address string) {
	sendLines(address, "LPUSH list%d 3 1 4 1 5 9 2 6\r\n", "SORT list%d LIMIT 0 1 STORE sorted\r\n", "LTRIM list%d 0 5000\r\n")
}

// sendLines sends lines of some forms in turn. An answer is a line.
func sendLines(address string, forms ...string) {
	for range 4 {
		conn, err := net.Dial("tcp", address)
		must(err)
		go func() {
			answers := bufio.NewReader(conn)
			for i := 0; ; i++ {
				fmt.Fprintf(conn, forms[i%len(forms)], i/len(forms)%100)
				if _, err := answers.ReadString('\n'); err != nil {
					return
				}
				time.Sleep(5 * time.Millisecond)
			}
		}()
	}
}
