// Package live reads a file that another process may still be writing.
//
// A file goes in; its bytes come out as the writer appends them. Nothing here
// knows the meaning of the bytes.
//
// # Decisions
//
//   - A growing file ends by evidence: at an END chunk, when the writing process is gone, or
//     after five seconds without growth. It goes on if the file grows again. Only the window
//     follows; commands read the present contents.
package live
