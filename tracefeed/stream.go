package tracefeed

import "strings"

// Stream is what the name of a stream of bytes says, whose bytes threads of several processes put
// and take.
type Stream struct {
	Way Way
	// Back is the name of the other direction of the connection; "" if there is none.
	Back string
}

// Way says who reads a stream.
type Way uint8

// The ways.
const (
	// Pipe: whoever has its end: a pipe, or one of a pair of sockets.
	Pipe Way = iota
	// Requests: the end of a connection that has accepted it.
	Requests
	// Answers: the end that has opened it.
	Answers
)

// StreamOf reads the name of a stream, as recorders write them: docs/trace-format.md. A name of
// another form is one of a pipe.
func StreamOf(name string) Stream {
	kind, ends, _ := strings.Cut(name, " ")
	opener, acceptor, sent := strings.Cut(ends, " > ")
	if kind == "pair" && sent {
		return Stream{Back: kind + " " + acceptor + " > " + opener}
	}
	if kind != "tcp" && kind != "unix" {
		return Stream{}
	}
	if client, server, answered := strings.Cut(ends, " < "); answered && len(client) < len(opener) {
		return Stream{Answers, kind + " " + client + " > " + server}
	}
	if !sent {
		return Stream{}
	}
	return Stream{Requests, kind + " " + opener + " < " + acceptor}
}

// IsStreamName reports whether a name has the form of those of streams in docs/trace-format.md.
func IsStreamName(name string) bool {
	kind, ends, ok := strings.Cut(name, " ")
	switch kind {
	case "pipe":
		return ok && ends != ""
	case "tcp", "unix", "pair":
		return StreamOf(name).Back != ""
	}
	return false
}
