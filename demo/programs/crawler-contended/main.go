// Crawler-contended: 32 crawlers that contend for one lock.
//
// Each crawler fetches pages and looks up their words in a dictionary. The
// dictionary is never written, but its lookups take an exclusive lock, so the
// crawlers block most of the time. The crawler with the big pages owns the lock
// for longest and is the hot spot of all others; it is a different one every
// 800 ms. The twin without the lock is crawler-healthy.
package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

const (
	crawlers = 32
	shift    = 800 * time.Millisecond // duration of a crawler's turn with the big pages
	shifts   = 4
)

// dictionary is the lock of the dictionary.
var dictionary sync.Mutex

// lookUp looks up the words of a page.
func lookUp(big bool) {
	dictionary.Lock()
	defer dictionary.Unlock()
	if big {
		work(40 * time.Millisecond)
	} else {
		work(700 * time.Microsecond)
	}
}

// crawler fetches one page after the other and looks up its words. During its
// turn, it gets the big pages.
func crawler(n int, conn net.Conn, start time.Time) {
	replies := bufio.NewScanner(conn)
	for {
		fmt.Fprintln(conn, "page please")
		if !replies.Scan() {
			return
		}
		work(time.Millisecond) // parse
		turn := int(time.Since(start)/shift) * 9 % crawlers
		lookUp(n == turn)
	}
}

func main() {
	if len(os.Args) > 1 {
		serve()
		return
	}
	runtime.GOMAXPROCS(2)
	web := exec.Command(os.Args[0], "web")
	stdout, err := web.StdoutPipe()
	check(err)
	check(web.Start())
	defer web.Process.Kill()
	address := bufio.NewScanner(stdout)
	address.Scan()
	start := time.Now()
	for n := range crawlers {
		conn, err := net.Dial("tcp", address.Text())
		check(err)
		go crawler(n, conn, start)
	}
	time.Sleep(shifts * shift)
}

// serve is the web server, in a separate process.
func serve() {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	fmt.Println(server.Addr())
	for {
		conn, err := server.Accept()
		check(err)
		go answer(conn)
	}
}

// answer answers a crawler's requests after a short delay.
func answer(conn net.Conn) {
	for asked := bufio.NewScanner(conn); asked.Scan(); {
		time.Sleep(3 * time.Millisecond)
		fmt.Fprintln(conn, "a page")
	}
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
