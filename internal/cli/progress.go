package cli

import (
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"tiv/convert"
)

// progress shows the progress of a command on standard error: on a terminal in one
// line that it overwrites, elsewhere in a new line every ten seconds.
type progress struct {
	command, name string
	quiet         bool
	events        int64 // in all; 0 if unknown
	terminal      bool
	verified      bool
	start, next   time.Time
	step          string
	width         int // of the line on the terminal
}

const (
	// patience is the time before the first line.
	patience      = 500 * time.Millisecond
	terminalEvery = 100 * time.Millisecond
	linesEvery    = 10 * time.Second
)

// onTerminal reports whether standard error can overwrite a line.
func onTerminal() bool {
	return term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb"
}

func newProgress(command, name string) progress {
	now := time.Now()
	return progress{command: command, name: name, terminal: onTerminal(), start: now, next: now.Add(patience)}
}

// tell shows c if a line is due.
func (p *progress) tell(c convert.Progress) {
	now := time.Now()
	if p.quiet || now.Before(p.next) && (c.Step == p.step || now.Sub(p.start) < patience) {
		return
	}
	p.step = c.Step
	p.next = now.Add(linesEvery)
	if p.terminal {
		p.next = now.Add(terminalEvery)
	}
	if p.events > 0 {
		c.Read = float64(c.Events) / float64(p.events)
	}
	part := ""
	if c.Read >= 0 {
		part = fmt.Sprintf(" %.0f %%,", 100*c.Read)
	}
	p.line(fmt.Sprintf("tiv: %s: %s: %s%s %s, %s/s", p.command, p.name, c.Step, part,
		eventCount(c.Events), strings.TrimSpace(short(float64(c.Events)/now.Sub(p.start).Seconds()))))
}

func (p *progress) line(text string) {
	if !p.terminal {
		fmt.Fprintln(os.Stderr, text)
		return
	}
	pad := max(0, p.width-len(text))
	p.width = len(text)
	fmt.Fprint(os.Stderr, "\r", text, strings.Repeat(" ", pad))
}

// clear erases the line on a terminal.
func (p *progress) clear() {
	if p.width > 0 {
		fmt.Fprint(os.Stderr, "\r", strings.Repeat(" ", p.width), "\r")
	}
}

// sum shows the result of a command that took longer than patience.
func (p *progress) sum(r convert.Result, bytes int64) {
	took := time.Since(p.start)
	if p.quiet || took < patience {
		return
	}
	length, verified := "", ""
	if bytes > 0 {
		length = fmt.Sprintf(", %s, %.2f bytes an event", size(bytes), float64(bytes)/float64(r.Events))
	}
	if p.verified {
		verified = ", verified"
	}
	fmt.Fprintf(os.Stderr, "tiv: %s: %s: %s in %.1f s%s%s\n", p.command, p.name, eventCount(r.Events), took.Seconds(), length, verified)
}

// eventCount writes a number of events.
func eventCount(n int64) string { return strings.TrimSpace(short(float64(n))) + " events" }

// counter is progress in numbers or in percent.
type counter struct{ progress }

func newCounter(command, name string) *counter { return &counter{newProgress(command, name)} }

// tell shows that n of some things are done, if a line is due.
func (c *counter) tell(what string, n, of int) {
	c.say(func() string { return fmt.Sprintf("%s %d of %d", what, n, of) })
}

// share shows the share that is done, from 0 to 1, if a line is due.
func (c *counter) share(done float64) {
	c.say(func() string { return fmt.Sprintf("%.0f %%", 100*done) })
}

func (c *counter) say(what func() string) {
	now := time.Now()
	if now.Before(c.next) {
		return
	}
	c.next = now.Add(linesEvery)
	if c.terminal {
		c.next = now.Add(terminalEvery)
	}
	c.line(fmt.Sprintf("tiv: %s: %s: %s", c.command, c.name, what()))
}

// watch shows the text that what returns, again and again until stop is called.
func (c *counter) watch(what func() string) (stop func()) {
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		defer c.clear()
		tick := time.NewTicker(terminalEvery)
		defer tick.Stop()
		for {
			select {
			case <-over:
				return
			case <-tick.C:
				c.say(what)
			}
		}
	}()
	return func() {
		close(over)
		<-ended
	}
}
