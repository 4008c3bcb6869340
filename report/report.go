// Package report presents a trace to people and programs: tables, sums and
// findings, as text, CSV and JSON, or as rows for a window to show.
//
// A timeline and findings go in, bytes or tables come out. Nothing here draws.
package report
