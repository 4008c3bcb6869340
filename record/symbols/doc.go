// Package symbols gives the frames of a native trace their functions and lines.
//
// The library that records native programs writes a frame as a module and an address:
// "server+0x12dc" in /usr/bin/server. Name looks them up in the modules, by their symbols
// and their debug information, and writes the result into the trace.
//
// # Decisions
//
//   - Wrappers of locks are found, not listed (wrappers.go): by the words of their names, or
//     because their callers tell their locks apart. A list of libraries would hold only
//     those that were tried.
package symbols
