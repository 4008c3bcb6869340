// Package where chooses tasks by conditions, such as
//
//	duration > p95 && blocking > 50%
//
// It has the words for what tasks are and cost, in the language of package expression: the one
// place for commands, filters and slices of tasks.
package where
