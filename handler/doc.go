// Package handler finds the functions of a program that process what arrives: requests,
// messages, items of a queue. It uses stacks of threads alone. Its rules grew from those of
// Dynamic Detection of Event Handlers (Reiss, 2008), which it also has.
//
// A timeline, or the XML of a trie, goes in; functions with the reasons for them come out.
// Texts for people, and tables, are not part of it.
//
// # Steps
//
//  1. Each function is the user's or the system's (Split).
//  2. Stacks become a trie of calls (Builder). The system's routines at the innermost end of a
//     stack are cut off. The innermost user's routine then waits, does IO or runs.
//  3. What threads do one after another becomes a flow: call paths with the system's routines, and how often threads
//     went from one to another.
//  4. Loops are the functions that return to their waits, and call something in between. Callbacks are
//     the user's routines that a library calls which waits for what arrives.
//  5. Generated functions give their place to what they call.
//
// By the rules of the paper, callbacks are the user's routines that the system's call. Each node of the trie gets a
// label by its own amounts. If they are too few, the amounts of its subtree count (Thresholds). Four patterns of a
// node and its children, from the outermost nodes on, tell the loops that wait and the handlers that they call.
//
// # Decisions
//
//   - Amounts are samples, or nanoseconds where a trace has the stacks of waits. Trie.Unit
//     makes both comparable with thresholds.
//   - A trie and a flow have no depth in their code: nodes are in one list, parents in front of children,
//     so recursion of the program costs no stack here.
//   - A flow keeps pairs of what threads do, not sequences. So its memory grows with the distinct pairs of calls that
//     follow each other, not with the samples.
//     That a loop is not left between two waits follows from the calls that both waits have in common.
//   - The functions with which a language starts threads are no part of stacks. They say
//     nothing about the program, and some sources leave them out.
package handler
