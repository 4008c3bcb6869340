package main

import (
	"bufio"
	"fmt"
	"net"
	"sync"
	"time"
)

// rateLimiter has ten goroutines that take tokens and one that makes them, so
// nearly all of them wait most of the time.
func rateLimiter(l *life) {
	tokens := make(chan struct{}, 5)
	go makeTokens(tokens)
	for range 10 {
		go takeTokens(tokens)
	}
	l.rest()
}

func makeTokens(tokens chan<- struct{}) {
	for range time.Tick(5 * time.Millisecond) {
		tokens <- struct{}{}
	}
}

func takeTokens(tokens <-chan struct{}) {
	for range tokens {
		spin(30 * time.Microsecond)
	}
}

// A connPool keeps connections to one server. It dials if none is idle.
type connPool struct {
	address string
	mu      sync.Mutex
	idle    []*pooledConn
}

// A pooledConn has a goroutine that writes requests and one that reads answers.
type pooledConn struct {
	conn              net.Conn
	requests, answers chan string
}

// connectionPool has growing bursts of requests, so more connections are idle
// after each one.
func connectionPool(l *life) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	s := &lineServer{conns: map[net.Conn]int{}}
	go s.accept(ln)
	p := &connPool{address: ln.Addr().String()}
	go p.burst(l.length / 6)
	l.rest()
}

func (p *connPool) burst(pause time.Duration) {
	for n := 1; ; n = min(2*n, 16) {
		var all sync.WaitGroup
		for range n {
			all.Go(p.request)
		}
		all.Wait()
		time.Sleep(pause)
	}
}

func (p *connPool) request() {
	c := p.get()
	c.requests <- "how long is this line?"
	<-c.answers
	p.mu.Lock()
	p.idle = append(p.idle, c)
	p.mu.Unlock()
}

func (p *connPool) get() *pooledConn {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		return c
	}
	conn, err := net.Dial("tcp", p.address)
	check(err)
	c := &pooledConn{conn, make(chan string), make(chan string)}
	go c.write()
	go c.read()
	return c
}

func (c *pooledConn) write() {
	for text := range c.requests {
		fmt.Fprintln(c.conn, text)
	}
}

func (c *pooledConn) read() {
	for lines := bufio.NewScanner(c.conn); lines.Scan(); {
		c.answers <- lines.Text()
	}
}

// keptConnections has clients of one server that use ten connections at once
// and then one.
func keptConnections(l *life) {
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() { l.get("/hello", time.Second) })
	}
	all.Wait()
	l.rest()
}
