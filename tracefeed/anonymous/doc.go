// Package anonymous replaces the names in a trace, so that it can be shared.
//
// The same name gets the same replacement everywhere, different names get different ones:
// "main.worker 3" is "function-A 3". Numbers that tell the members of a group apart stay,
// and so do names of the standard libraries and runtimes of languages: see Standard.
// Times, lines in files, addresses and sizes stay, too.
//
// # Decisions
//
//   - Names are replaced at the door: in the tables of a feed for conversion, in the tables of a
//     timeline for reports, whose findings are then searched again. So no writer knows of
//     it, and a new writer cannot leak. The state of the view is copied field by field for
//     the same reason.
package anonymous
