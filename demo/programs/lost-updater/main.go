// Lost-updater: a listener that waits forever, because the goroutine that owes
// it an answer failed and was silently replaced.
//
// Four listeners receive messages and send requests to the updater. The updater
// processes one request at a time and answers its listener. The second message
// of the third listener has an index that is out of range: the updater panics,
// the panic is recovered, and a new updater takes over. The program continues
// normally, but the third listener never gets an answer.
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

// A request is a line to update. done is closed after the update.
type request struct {
	line int
	done chan struct{}
}

var (
	requests = make(chan request)
	screen   [80]int
)

// updater processes requests. If it fails, another one replaces it.
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

// sender writes the messages of all clients.
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
