// Server-5: a message server with healthy waits.
//
// Five listeners wait for messages, each on its socket, in state IO: they are
// ready for work. Occasionally two of them receive a message at the same time.
// Both process it, and then both need the display, which only one may use: the
// other blocks. After a short time both are done, and they wait for messages
// again.
package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"sync"
	"time"
)

const listeners = 5

// display is the lock of the display.
var display sync.Mutex

// listener handles the messages of one client.
func listener(conn net.Conn) {
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		work(80 * time.Millisecond)
		draw()
	}
}

func draw() {
	display.Lock()
	defer display.Unlock()
	time.Sleep(150 * time.Millisecond)
	work(50 * time.Millisecond)
}

// sender writes the messages of the clients, to two listeners at a time.
func sender(clients []net.Conn) {
	for round := range 3 {
		time.Sleep(300 * time.Millisecond)
		for _, n := range []int{round % listeners, (round + 2) % listeners} {
			fmt.Fprintln(clients[n], "message", round)
		}
		time.Sleep(500 * time.Millisecond)
	}
}

func main() {
	clients := connect()
	go sender(clients)
	time.Sleep(2800 * time.Millisecond)
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
