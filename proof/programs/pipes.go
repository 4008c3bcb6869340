package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// pipes has connections within the process: a busy one, one with a line an
// hour, and a log through io.Pipe that is quiet after its first line.
func pipes(l *life) {
	for _, pause := range []time.Duration{3 * time.Millisecond, time.Hour} {
		client, server := net.Pipe()
		go (&lineServer{conns: map[net.Conn]int{}}).converse(server)
		go chatOver(client, pause)
	}
	r, w := io.Pipe()
	go scanLog(r)
	go writeLog(w, time.Hour)
	l.rest()
}

func scanLog(r io.Reader) {
	for lines := bufio.NewScanner(r); lines.Scan(); {
		spin(20 * time.Microsecond)
	}
}

func writeLog(w io.Writer, pause time.Duration) {
	for {
		fmt.Fprintln(w, "a line of the log")
		time.Sleep(pause)
	}
}

// crowdedLock has fifteen goroutines at one lock with short pauses, so that
// each wait is long and some last at the end.
func crowdedLock(l *life) {
	m := &mapping{}
	var mu sync.Mutex
	for range 15 {
		go m.useLong(&mu)
	}
	l.rest()
}

func (m *mapping) useLong(mu *sync.Mutex) {
	for {
		mu.Lock()
		time.Sleep(8 * time.Millisecond)
		m.size++
		mu.Unlock()
		time.Sleep(time.Millisecond)
	}
}
