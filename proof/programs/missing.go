package main

import (
	"os"
	"sync"
	"time"
)

// An updates part has a channel only if updates are configured.
type updates struct{ incoming chan int }

// nilChannel has a part without its configuration: it receives from a nil
// channel.
func nilChannel(l *life) {
	go (&updates{make(chan int)}).poll()
	l.calm()
	go (&updates{}).listen()
	l.rest()
}

func (u *updates) listen() {
	for range u.incoming {
	}
}

// nilCase has a nil channel as one case of two.
func nilCase(l *life) {
	go (&updates{}).poll()
	l.rest()
}

// poll looks for updates and works at every tick.
func (u *updates) poll() {
	for ticks := time.Tick(5 * time.Millisecond); ; {
		select {
		case <-u.incoming:
		case <-ticks:
			spin(20 * time.Microsecond)
		}
	}
}

// A logger writes lines under a lock.
type logger struct {
	mu   sync.Mutex
	file *os.File
}

// convoy has a log lock that is held across each slow write, so that all
// others queue behind it.
func convoy(l *life) {
	file, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	check(err)
	g := &logger{file: file}
	for range 8 {
		go logLines(g)
	}
	l.rest()
}

func logLines(g *logger) {
	for {
		spin(100 * time.Microsecond)
		g.line("a line of the log\n")
	}
}

// line writes to a disk that needs 4 ms.
func (g *logger) line(text string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	time.Sleep(4 * time.Millisecond)
	g.file.WriteString(text)
}

// selectMain has a main goroutine in an empty select; a timer ends the
// program.
func selectMain(l *life) {
	go func() {
		l.rest()
		os.Exit(0)
	}()
	select {}
}
