// Server-40: a message server with a lock that one listener never releases.
//
// Forty listeners wait for messages, each on its socket. In the first half
// second there are none. Then messages arrive, and the listeners handle them
// with a little work and a line on the display, which has a lock. After another
// second the greedy listener receives a message that it does not understand. It
// sends its client a question while it owns the display, and the client never
// answers. Every listener that receives a message from then on blocks on the
// display forever. The others still wait for messages; a tool with a single
// state "waiting" shows both the same.
package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"sync"
	"time"
)

const (
	listeners = 40
	quiet     = 500 * time.Millisecond
	until     = 1500 * time.Millisecond // time of the greedy listener's message
	end       = 3 * time.Second
	greedy    = 17 // listeners from here on get no more messages afterwards
)

// display is the lock of the display.
var display sync.Mutex

// listener handles the messages of one client.
func listener(conn net.Conn) {
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		work(time.Millisecond)
		draw()
	}
}

func draw() {
	display.Lock()
	defer display.Unlock()
	work(2 * time.Millisecond)
}

// greedyListener sends a question to its client while it owns the display.
func greedyListener(conn net.Conn) {
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		work(time.Millisecond)
		display.Lock()
		work(2 * time.Millisecond)
		if lines.Text() == "unclear" {
			fmt.Fprintln(conn, "what do you mean?")
			lines.Scan()
		}
		display.Unlock()
	}
}

// sender writes the messages of the clients, four at a time.
func sender(clients []net.Conn) {
	start := time.Now()
	time.Sleep(quiet)
	for n := 0; time.Since(start) < until; n += 4 {
		for i := range 4 {
			fmt.Fprintln(clients[7*(n+i)%listeners], "message")
		}
		time.Sleep(20 * time.Millisecond)
	}
	fmt.Fprintln(clients[greedy], "unclear")
	for n := range greedy {
		time.Sleep(30 * time.Millisecond)
		fmt.Fprintln(clients[n], "message")
	}
}

func main() {
	clients := connect()
	go sender(clients)
	stay(clients[greedy])
}

// connect starts a listener for each client.
func connect() []net.Conn {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	var clients []net.Conn
	for n := range listeners {
		client, err := net.Dial("tcp", server.Addr().String())
		check(err)
		clients = append(clients, client)
		conn, err := server.Accept()
		check(err)
		if n == greedy {
			go greedyListener(conn)
		} else {
			go listener(conn)
		}
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

// stay returns a while after the greedy listener has asked its client, which a busy machine delays.
func stay(client net.Conn) {
	_, err := bufio.NewReader(client).ReadString('\n')
	check(err)
	time.Sleep(end - until)
}
