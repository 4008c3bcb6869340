// Package demo holds the traces of small programs that each have one
// synchronization problem, and of some healthy twins; one trace has calls, too, and one tasks.
//
// The name of a demo goes in, its trace comes out. The programs are in
// programs/, and regenerate.sh records them again. The package does not
// interpret traces.
package demo

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"strings"
)

// Demo is one recorded program.
type Demo struct {
	Name  string // for the command line
	Title string // a few words
	Story string // the behaviour of the program, and its visible effects
}

// Default is the name of the demo of tiv demo without an argument.
const Default = "deadlock"

//go:embed traces/*.trace.gz
var traces embed.FS

//go:embed slices/*.json
var slices embed.FS

// List returns all demos, in the order of a walk through them.
func List() []Demo {
	return []Demo{
		{"deadlock", "a deadlock in a program that keeps running",
			"A payer and a refunder take two locks in opposite order. They alternate without a problem until both " +
				"start at 600 ms and deadlock. An inspector requests one of the locks at 1 s and blocks as well. All " +
				"other threads keep working."},
		{"two-locks", "ten threads that seem to share one lock, but use two",
			"Five pricers and five stockers block most of the time, and look alike in the timeline view. The " +
				"interaction view shows two independent groups."},
		{"server-5", "a message server with healthy waits",
			"Five listeners wait for messages: they are in state IO, ready for work. Two at a time receive a " +
				"message, work, and then need the display: one owns it while the other blocks briefly."},
		{"server-40", "a message server with a lock that one listener never releases",
			"Forty listeners wait for messages. From 1.5 s on, the greedy one owns the display while it waits for " +
				"its client, and every listener that receives a message then blocks permanently. The others still wait for messages."},
		{"lost-updater", "a listener that waits for an answer of a thread that has ended",
			"Listeners send requests to an updater and wait for its answers. The updater fails on one request and is " +
				"silently replaced: where its bar ends and another one begins, the wait of one listener becomes permanent."},
		{"crawler-contended", "32 crawlers that contend for one lock",
			"All crawlers look up words under one lock and block most of the time. The crawler with the big pages " +
				"owns the lock longest and is the hot spot; it is a different one every 800 ms."},
		{"crawler-healthy", "the same crawlers without the unnecessary lock",
			"The crawlers run, wait for a processor or for a page, and hardly ever block."},
		{"gc-wild", "a garbage collector that never rests",
			"Every finalizer calls the garbage collector, which finds more objects to finalize. The bands of " +
				"collections cover nearly the whole trace."},
		{"gc-healthy", "the same allocations without that call",
			"The collector runs a few times, and the allocators do the same work."},
		{"priorities", "priorities without effect",
			"One of eight busy threads has a higher priority. There are two processors, and all eight threads get the same share of them."},
		{"transactions", "five terminals of a server with an embedded SQL database, with its calls",
			"Loading the tables takes longer than all the transactions after it. Then five terminals handle requests " +
				"and wait for the next ones. Every payment searches all customers and owns the lock of the database " +
				"meanwhile, so other terminals block. Every invoice parses its form anew. The flame graph and the " +
				"table of functions show the calls of the program and of database/sql."},
		{"shop", "a server whose payments are slow now and then, with its requests",
			"A front takes payments, orders and others. Twice a second somebody asks for a report, which holds the lock of " +
				"the ledger while it reads the database, so that payments wait for it. Orders go through a queue to two " +
				"packers. The tasks of the trace are the requests and their queries."},
	}
}

// Slices returns the file of slices of a demo, for docs/slices.md. Most demos have none;
// the error is then fs.ErrNotExist.
func Slices(name string) ([]byte, error) { return slices.ReadFile("slices/" + name + ".json") }

// Open returns the trace of a demo.
func Open(name string) (*bytes.Reader, error) {
	packed, err := traces.Open("traces/" + name + ".trace.gz")
	if err != nil {
		var names []string
		for _, d := range List() {
			names = append(names, d.Name)
		}
		return nil, fmt.Errorf("demo: %q: no such demo; there are %s", name, strings.Join(names, ", "))
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		return nil, fmt.Errorf("demo: %s: %w", name, err)
	}
	raw, err := io.ReadAll(unpacked)
	if err != nil {
		return nil, fmt.Errorf("demo: %s: %w", name, err)
	}
	return bytes.NewReader(raw), nil
}
