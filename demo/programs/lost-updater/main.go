// Lost-updater: a listener that waits for good, because the goroutine that
// would have answered it died and was quietly replaced.
//
// Four listeners get messages and ask the updater to show them. The updater
// does one after the other and tells each listener when it is done. The third
// listener's second message has an index that is out of range: the updater
// panics, the panic is caught, and a new updater takes over. The program goes on
// as if nothing had happened. But the third listener is never told.
package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"
)

const listeners = 4

// A request asks the updater to show something, and to say when it has.
type request struct {
	line int
	done chan struct{}
}

var (
	requests = make(chan request)
	screen   [80]int
)

// updater shows what it is asked to. If it fails, another takes its place.
func updater() {
	defer func() {
		if recover() != nil {
			go updater()
		}
	}()
	for r := range requests {
		work(20 * time.Millisecond)
		screen[r.line]++
		close(r.done)
	}
}

// listener handles the messages of one client.
func listener(conn net.Conn) {
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		work(10 * time.Millisecond)
		line, err := strconv.Atoi(lines.Text())
		check(err)
		r := request{line, make(chan struct{})}
		requests <- r
		<-r.done
	}
}

// sender is the clients.
func sender(clients []net.Conn) {
	for round := range 10 {
		for n, client := range clients {
			time.Sleep(60 * time.Millisecond)
			line := 10*n + round
			if n == 2 && round == 1 {
				line = 99
			}
			fmt.Fprintln(client, line)
		}
	}
}

func main() {
	go updater()
	clients := connect()
	go sender(clients)
	time.Sleep(2500 * time.Millisecond)
}

// connect starts a listener for each client.
func connect() []net.Conn {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	var clients []net.Conn
	for range listeners {
		client, err := net.Dial("tcp", server.Addr().String())
		check(err)
		clients = append(clients, client)
		conn, err := server.Accept()
		check(err)
		go listener(conn)
	}
	return clients
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// work keeps a processor busy.
func work(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}
