// Package interpreter reads traces of unknown formats through commands of the user's: an
// interpreter reads the bytes of a trace on its standard input, and writes a text trace on its
// standard output.
//
// Definitions of interpreters and bytes go in, a feed comes out. The package does not know
// where files of definitions are, nor which of them the user trusts.
//
// # Decisions
//
//   - An interpreter is a process, not a plug-in: any language will do, the text format is
//     the whole interface, and a fault of one can't harm the program.
//   - A command is a list of words, never a line for a shell: no name of a file and no byte of a
//     trace becomes a part of a command.
//   - The clock of an interpreter stands while it waits for input, or while nobody reads its
//     output. So limits of time hold for traces that grow for a day, too.
//   - A project's definitions count only once the user trusts the file: a trace that comes with
//     such a file could run any command. Trust is in the contents, so a change ends it.
//   - Interpreters come after all formats of TIV. One that claims a trace by name or by its first
//     bytes precedes only the search in the first megabyte, for which a pipe would wait.
//   - What an interpreter has made of a trace is never cached: its program can change.
package interpreter
