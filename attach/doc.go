// Package attach records programs that run already, without starting them again.
//
// A process id or a URL goes in; a Recording comes out. It writes a trace until the program
// ends or it is stopped. A Go program that serves net/http/pprof sends
// its execution trace, a Java machine records itself, with TIV's agent or Flight Recorder,
// and every other process is sampled from outside. The program goes on unharmed.
//
// # Decisions
//
//   - The window follows the file of a recording, as it follows a trace that another program
//     writes. A recording is therefore saved from its first byte on.
package attach
