package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"time"
)

// A life is one run of a story: its length, its clocks and its web server.
type life struct {
	start  time.Time
	length time.Duration
	// ctx is never cancelled; the life ends with the program.
	ctx        context.Context
	interrupts chan os.Signal

	mux  *http.ServeMux // nil without web traffic
	url  string
	http *http.Client
}

func begin(length time.Duration) *life {
	l := &life{start: time.Now(), length: length, ctx: context.Background()}
	l.interrupts = make(chan os.Signal, 1)
	signal.Notify(l.interrupts, os.Interrupt)
	return l
}

// rest sleeps to the end of the life. At least half of the length is after the
// call, so the bug occurs well before the end.
func (l *life) rest() {
	time.Sleep(max(l.length-time.Since(l.start), l.length/2))
}

// calm sleeps through the first fifth of the life, before the bug occurs.
func (l *life) calm() { time.Sleep(l.length / 5) }

// until polls a condition. It ends the program if the condition never holds.
func until(holds func() bool) {
	for end := time.Now().Add(20 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			panic("the condition never holds")
		}
	}
}

// settle gives the other goroutines time to reach their next wait.
func settle() { time.Sleep(20 * time.Millisecond) }

// spin computes for a while without a wait.
func spin(length time.Duration) {
	for end := time.Now().Add(length); time.Now().Before(end); {
	}
}
