package main

import (
	"encoding/binary"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"time"
)

// A message is the number of a request, of 8 bytes, and so is its answer. Number 0 ends the back.

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// front asks the process that has written its address into a file, and works before and after that.
func front(r *run) {
	var free sync.Pool
	dial := func() net.Conn {
		network, address, _ := strings.Cut(readAddress(), " ")
		c, err := net.Dial(network, address)
		must(err)
		return c
	}
	readAddress()
	r.serveAll(func(n int) {
		c, _ := free.Get().(net.Conn)
		if c == nil {
			c = dial()
		}
		r.work()
		var b [8]byte
		binary.BigEndian.PutUint64(b[:], uint64(n))
		_, err := c.Write(b[:])
		must(err)
		_, err = io.ReadFull(c, b[:])
		must(err)
		r.work()
		free.Put(c)
	})
	_, err := dial().Write(make([]byte, 8))
	must(err)
}

// readAddress returns the address of the back, once it is there.
func readAddress() string {
	for range 60_000 {
		if text, err := os.ReadFile(os.Args[4]); err == nil {
			return string(text)
		}
		time.Sleep(time.Millisecond)
	}
	panic("no back")
}

// back answers requests, at a Unix socket or one of TCP. It works for some of them itself, and for
// others in a pool.
func back(r *run) {
	network, address := "tcp", "127.0.0.1:0"
	if r.waits {
		network, address = "unix", os.Args[4]+".socket"
		os.Remove(address)
	}
	l, err := net.Listen(network, address)
	must(err)
	must(os.WriteFile(os.Args[4]+".new", []byte(network+" "+l.Addr().String()), 0o600))
	must(os.Rename(os.Args[4]+".new", os.Args[4]))
	jobs, ended := make(chan job), make(chan bool)
	r.pool(func() (job, bool) { j, ok := <-jobs; return j, ok })
	go func() {
		for {
			c, err := l.Accept()
			must(err)
			go r.answer(c, jobs, ended)
		}
	}()
	<-ended
}

// answer answers the requests of a connection.
func (r *run) answer(c net.Conn, jobs chan job, ended chan bool) {
	for {
		var b [8]byte
		if _, err := io.ReadFull(c, b[:]); err != nil {
			return
		}
		n := int(binary.BigEndian.Uint64(b[:]))
		if n == 0 {
			close(ended)
			return
		}
		as(n, func() {
			r.work()
			if n%3 == 0 {
				var done sync.WaitGroup
				done.Add(1)
				jobs <- job{n, &done}
				done.Wait()
			}
			_, err := c.Write(b[:])
			must(err)
		})
	}
}
