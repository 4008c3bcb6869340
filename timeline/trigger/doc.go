// Package trigger decides when the last minutes of a trace are worth keeping: when threads close a
// ring of waits, when a condition holds for some time, when a task takes too long, when a counter
// passes a value, or when the program asks.
//
// Events go in, with the state of the threads that package ring has; hits come out. Memory is bounded.
//
// # Decisions
//
//   - A deadlock is looked for when a wait begins, or a lock gets another holder: nothing else closes a
//     ring. It counts once it has stayed closed for a while, because a wait with a limit opens it again.
//   - The words are no conditions of package expression: a trigger has a time that it has to last, and
//     its words have arguments that are states and names. Its errors are the same.
package trigger
