// Command answered serves pages over HTTP, or asks for them, in two processes:
//
//	answered serve          prints its address, and serves until its standard input ends
//	answered ask ADDRESS    asks for ten pages, one after the other
//
// The handler waits for a lock that another goroutine keeps while it sleeps.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

func main() {
	if os.Args[1] == "serve" {
		serve()
		return
	}
	for range 10 {
		r, err := http.Get("http://" + os.Args[2])
		check(err)
		io.Copy(io.Discard, r.Body)
		r.Body.Close()
		time.Sleep(15 * time.Millisecond) // nobody waits for an answer
	}
}

// stock is locked by those that read and write it.
var stock sync.Mutex

func serve() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	fmt.Println(listener.Addr())
	go keep()
	go http.Serve(listener, http.HandlerFunc(answer))
	io.Copy(io.Discard, os.Stdin)
}

// keep keeps the lock for most of the time.
func keep() {
	for {
		stock.Lock()
		time.Sleep(40 * time.Millisecond)
		stock.Unlock()
		time.Sleep(time.Millisecond)
	}
}

// answer answers a request once it has the lock.
func answer(w http.ResponseWriter, _ *http.Request) {
	stock.Lock()
	defer stock.Unlock()
	fmt.Fprintln(w, "three left")
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
