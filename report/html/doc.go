// Package html writes a report as one HTML file, which can be read without TIV.
//
// A document goes in; a file comes out that loads no resources and runs no scripts.
//
// # Decisions
//
//   - The trace is hostile: html/template, no scripts, and a content policy that forbids
//     them.
package html
