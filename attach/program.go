package attach

import (
	"fmt"
	"strings"
)

// program is a running process.
type program struct {
	pid          int
	name         string
	isGo, isJava bool
}

// title names the process in messages.
func (p *program) title() string { return fmt.Sprintf("%d %s", p.pid, p.name) }

// fileName returns a name for files about the process.
func (p *program) fileName() string { return fmt.Sprintf("%s-%d", plain(p.name), p.pid) }

// plain returns a name without the characters that are awkward in names of files.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '.':
			return r
		}
		return '_'
	}, name)
}

// Running is a running process, for lists.
type Running struct {
	PID     int
	Command string // with its arguments, at most 1000 bytes, printable
}

// Identify returns the name of the program, and its kind: Go, Java or native. It reads the
// program's file.
func (r Running) Identify() (name, kind string) {
	p, err := identify(r.PID)
	switch {
	case err != nil: // it has ended
		return "", ""
	case p.isGo:
		return p.name, "Go"
	case p.isJava:
		return p.name, "Java"
	}
	return p.name, "native"
}
