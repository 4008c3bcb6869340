// Programs runs small servers: some with one known bug, some healthy.
//
// A story is one server with its background traffic. It keeps working while one
// part of it is broken. expected.json lists the findings of each story. Nothing
// here knows how a program is recorded or checked.
//
// It also runs the programs of the corpus, whose names have a slash, with the same
// traffic beside them. These print the truth of their run as JSON.
//
//	programs [-for 1s] [-trace FILE] NAME
//	programs -list
package main

import (
	"flag"
	"fmt"
	"os"
	"syscall"
	"time"

	"tiv/proof/corpus"
)

func main() {
	list := flag.Bool("list", false, "print the names of all programs")
	length := flag.Duration("for", time.Second, "how long the program runs")
	trace := flag.String("trace", "", "the trace of a program of the corpus that writes its own")
	flag.Parse()
	if p, ok := corpus.Find(flag.Arg(0)); ok {
		play(p, *length, *trace)
		return
	}
	if *list {
		for _, s := range stories {
			fmt.Println(s.name)
		}
		for _, p := range corpus.All() {
			fmt.Println(p.Name)
		}
		return
	}
	s, ok := find(flag.Arg(0))
	if !ok {
		fmt.Fprintf(os.Stderr, "programs: no program %q; -list prints all names\n", flag.Arg(0))
		os.Exit(2)
	}
	l := begin(*length)
	s.traffic(l)
	s.run(l)
	s.end(l)
}

// find returns the story with a name.
func find(name string) (story, bool) {
	for _, s := range stories {
		if s.name == name {
			return s, true
		}
	}
	return story{}, false
}

// returns ends the program by the return of main.
func returns(*life) {}

// exits ends the program by os.Exit while all other goroutines run.
func exits(*life) { os.Exit(0) }

// interrupted sends the program an interrupt and waits for its own handler.
func interrupted(l *life) {
	interrupt()
	<-l.interrupts
}

// stopped sends the program an interrupt. The goroutine that handles it exits.
func stopped(l *life) {
	go exitOnInterrupt(l)
	interrupt()
	time.Sleep(time.Hour)
}

func exitOnInterrupt(l *life) {
	<-l.interrupts
	os.Exit(0)
}

// killed sends the program a signal without a handler, which ends it.
func killed(*life) {
	check(syscall.Kill(os.Getpid(), syscall.SIGTERM))
	time.Sleep(time.Hour)
}

func interrupt() { check(syscall.Kill(os.Getpid(), syscall.SIGINT)) }

func check(err error) {
	if err != nil {
		panic(err)
	}
}
