// Command go is programs whose handlers are known from their source. Each works for some seconds.
// A server prints its address, and needs a client, which is another process:
//
//	tiv record -o x.trace -- go run ./proof/handlers/go [-for 8s] NAME
//	go run ./proof/handlers/go -client ADDRESS NAME
//
// A CPU profile runs meanwhile: its samples are in the trace. The names are those in the table of
// docs/handlers.md.
package main

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"runtime/pprof"
	"time"
)

// A program is one of those that can be chosen.
type program struct {
	// run works until ctx is done.
	run func(ctx context.Context)
	// load starts the clients of a server at an address; nil for programs without one.
	load func(address string)
}

var programs = map[string]program{
	"http":     {serveHTTP, loadHTTP},
	"lines":    {serveLines, loadLines},
	"redis":    {load: loadRedis},
	"pool":     {run: runPool},
	"hub":      {run: runHub},
	"sort":     {run: sortInParallel},
	"matrix":   {run: multiply},
	"reduce":   {run: mapReduce},
	"compiler": {run: compile},
	"walk":     {run: walk},
}

func main() {
	length := flag.Duration("for", 8*time.Second, "how `long` the program works")
	client := flag.String("client", "", "be the client of the server at this `address`")
	flag.Parse()
	p, ok := programs[flag.Arg(0)]
	if !ok {
		log.Fatalf("no program %q", flag.Arg(0))
	}
	ctx, cancel := context.WithTimeout(context.Background(), *length)
	defer cancel()
	if *client != "" {
		p.load(*client)
		<-ctx.Done()
		return
	}
	if p.run == nil {
		log.Fatalf("%s is only a client", flag.Arg(0))
	}
	must(pprof.StartCPUProfile(io.Discard))
	p.run(ctx)
	pprof.StopCPUProfile()
}

// announce prints the address of a server.
func announce(l net.Listener) { fmt.Println("listens", l.Addr()) }

// work takes some time of a processor: a step about 10 µs.
func work(steps int) (sum [sha256.Size]byte) {
	for range 100 * steps {
		sum = sha256.Sum256(sum[:])
	}
	return sum
}

// answer is the text of the result of some work.
func answer(steps int) string { return fmt.Sprintf("%x\n", work(steps)) }

// must ends the program with an error.
func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
