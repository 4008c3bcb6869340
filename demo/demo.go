// Package demo holds recorded runs of small programs that each show one thing
// that goes wrong when threads work together, and some healthy twins.
//
// The names of demos go in, their traces come out. The programs are in
// programs/, and regenerate.sh records them anew. Nothing here knows what is in
// a trace.
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
	Name  string // as one types it
	Title string // what it is, in a few words
	Story string // what happens, and what to look for
}

// Default is the name of the demo to show if none is asked for.
const Default = "deadlock"

//go:embed traces/*.trace.gz
var traces embed.FS

// List returns all demos, in the order in which to look at them.
func List() []Demo {
	return []Demo{
		{"deadlock", "a deadlock in a program that lives on",
			"A payer and a refunder take two locks in opposite order. They take turns and all is well, until at 600 ms both start at once and wait for each other for good. An inspector who asks for one of the locks at 1 s is drawn in. Everybody else works on as if nothing had happened."},
		{"two-locks", "ten threads that look as if they shared one lock",
			"Five pricers and five stockers wait most of the time, and side by side they look the same. The interaction view shows two groups that have nothing to do with each other."},
		{"server-5", "a message server whose listeners wait for the right reasons",
			"Five listeners wait for messages: that is IO, they are ready. Two at a time get one, work, and then want the display, which one holds while the other blocks for a moment."},
		{"server-40", "a message server of which one listener does not let go",
			"Forty listeners wait for messages. From 1.5 s the greedy one holds the display and waits for its client, and every listener that gets a message then blocks on it for good. The rest still waits for messages."},
		{"lost-updater", "a listener whose answer died with another thread",
			"Listeners ask an updater and wait to be told. The updater fails over one request and is quietly replaced by a new one: where its bar ends and another begins, one listener starts to wait for good."},
		{"crawler-contended", "32 crawlers that fight over one lock",
			"All crawlers look up words under one lock and block nearly all the time. Whoever has the big pages is the hot spot that the others wait for; every 800 ms it is another."},
		{"crawler-healthy", "the same crawlers without the needless lock",
			"The crawlers run, wait for a processor or for a page, and hardly ever block."},
		{"gc-wild", "a collector that runs all the time",
			"Every finalizer calls the garbage collector, which finds more to finalize. The band of the collector covers nearly everything."},
		{"gc-healthy", "the same allocations without that call",
			"The collector comes a few times, and the allocators do the same work."},
		{"priorities", "priorities that change nothing",
			"One of eight busy threads is meant to be more important. There are two processors, and all eight get the same share of them."},
	}
}

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
