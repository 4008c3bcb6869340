// Package jvm records running Java programs, with TIV's agent or with the Java machine's
// Flight Recorder.
//
// A process id goes in, a recording comes out. It grows as the machine runs. The machine
// receives commands by its attach mechanism, as from jcmd (attach_linux.go). The
// agent writes to TIV's file (agent_linux.go); the files of Flight Recorder are copied
// while the machine writes them (follow_linux.go). The package does not read events.
//
// # Decisions
//
//   - The file of a recording is complete after each copy: the machine writes the header of
//     a chunk anew with each flush, and the copy gets its header last. So the loader reads
//     it again as a whole instead of having a second reader for growing recordings.
//   - Files stay open, because the machine removes them when the recording stops.
package jvm
