package interpreter

import (
	"bufio"
	"io"
	"strings"
	"sync"
	"sync/atomic"
)

// Printed is a line that an interpreter printed to standard error.
type Printed struct {
	Text string
	// Line is the number of complete lines of output that had been read then. The two streams
	// are read apart, so it can be a little late or early.
	Line int64
}

// The numbers of printed lines that are kept, and quoted in an error, and the length of one in bytes.
const (
	maxPrinted   = 20
	maxQuoted    = 3
	maxTextBytes = 300
)

// printedLines are the last lines that were printed. Its methods are safe for concurrent use.
type printedLines struct {
	mu      sync.Mutex
	lines   []Printed
	earlier int
}

// follow collects lines until r ends. at is the number of lines of output.
func (l *printedLines) follow(r io.Reader, at *atomic.Int64) {
	in := bufio.NewReaderSize(r, 4096)
	for {
		text, err := in.ReadSlice('\n')
		line := string(text[:min(len(text), maxTextBytes)])
		for err == bufio.ErrBufferFull { // only the start of a long line is kept
			_, err = in.ReadSlice('\n')
		}
		if line = clean(line); line != "" {
			l.add(Printed{line, at.Load()})
		}
		if err != nil {
			return
		}
	}
}

func (l *printedLines) add(p Printed) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lines) == maxPrinted {
		l.lines = append(l.lines[:0], l.lines[1:]...)
		l.earlier++
	}
	l.lines = append(l.lines, p)
}

// last returns the last lines, and the number of earlier ones.
func (l *printedLines) last() ([]Printed, int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Printed(nil), l.lines...), l.earlier
}

// clean replaces what could change a terminal.
func clean(line string) string {
	return strings.TrimRight(strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' && r != '\n' && r != '\r', r >= 0x7f && r < 0xa0:
			return '?'
		}
		return r
	}, strings.ToValidUTF8(line, "?")), " \r\n")
}
