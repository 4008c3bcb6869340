// Package tasks writes what the tasks of a trace cost: a row a type or a task, a task in
// words, and the XML of the paper on event-based performance analysis (Reiss, 2003).
//
// An index of tasks goes in, text comes out.
package tasks
