// Package threaddump reads thread dumps as traces of a few moments: the text in which a
// program lists its threads with their stacks and waits. It knows goroutine dumps
// of Go, thread dumps of the Java machine and its tools, and those of Python's
// faulthandler and py-spy; each can stand between other lines of a log.
//
// Text goes in, events come out. docs/dumps.md explains the result to users,
// ../NOTES.md the difficulties of each kind.
//
// # Decisions
//
//   - A dump is a trace of one moment; several dumps of one text are several moments.
//     Unknown is all that a dump does not say, such as the state of a thread before it,
//     unless the dump gives the length of the wait. The moment gets a length only to be
//     visible; findings make no claim about time in a dump.
package threaddump
