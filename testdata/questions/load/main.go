// Command load is the load of the recorded NATS servers: connections to a server on
// this machine that publish and receive for a limited time. It speaks the text
// protocol of NATS, so it needs no module.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"strings"
	"sync"
	"syscall"
	"time"
)

var (
	addr        = flag.String("addr", "127.0.0.1:14222", "address of the server")
	publishers  = flag.Int("publishers", 8, "connections that publish")
	subscribers = flag.Int("subscribers", 1, "connections that receive")
	size        = flag.Int("size", 512, "bytes of a message")
	every       = flag.Duration("every", 0, "time between two messages of a publisher; 0: none")
	slow        = flag.Duration("slow", 0, "pause of a subscriber after each 64 KiB that it reads")
	lasting     = flag.Duration("for", time.Second, "length of the load")
	kill        = flag.Int("kill", 0, "process to kill at the end, before the connections are closed")
)

func main() {
	flag.Parse()
	var connections []net.Conn
	for i := range *subscribers {
		c, r := connect(fmt.Sprintf("board-%d", i+1))
		fmt.Fprint(c, "SUB orders.> 1\r\nPING\r\n")
		connections = append(connections, c)
		go receive(r)
	}
	var shops []net.Conn
	for i := range *publishers {
		c, r := connect(fmt.Sprintf("shop-%d", i+1))
		shops = append(shops, c)
		go receive(r)
	}
	var all sync.WaitGroup
	end := time.Now().Add(*lasting)
	for i, c := range shops {
		all.Go(func() { publish(c, i, end) })
	}
	all.Wait()
	if *kill != 0 {
		syscall.Kill(*kill, syscall.SIGKILL)
	}
	for _, c := range append(connections, shops...) {
		c.Close()
	}
}

// connect opens a connection and announces its name.
func connect(name string) (net.Conn, *bufio.Reader) {
	c, err := net.Dial("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	r := bufio.NewReaderSize(c, 64<<10)
	if _, err := r.ReadString('\n'); err != nil { // INFO
		log.Fatal(err)
	}
	fmt.Fprintf(c, "CONNECT {\"verbose\":false,\"pedantic\":false,\"name\":%q}\r\n", name)
	return c, r
}

// receive reads until the connection is closed.
func receive(r *bufio.Reader) {
	for {
		if _, err := io.CopyN(io.Discard, r, 64<<10); err != nil {
			return
		}
		time.Sleep(*slow)
	}
}

// publish sends messages until a time.
func publish(c net.Conn, number int, end time.Time) {
	message := fmt.Sprintf("PUB orders.%d %d\r\n%s\r\n", number, *size, strings.Repeat("x", *size))
	c.SetWriteDeadline(end)
	for time.Now().Before(end) {
		if _, err := io.WriteString(c, message); err != nil {
			return
		}
		time.Sleep(*every)
	}
}
