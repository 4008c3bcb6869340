// Package receive receives the spans that programs with an OpenTelemetry SDK send while they
// run: OTLP over HTTP.
//
// Requests go in, a trace.bin for each process comes out, written while it grows. Package spans
// decodes the requests and maps spans to events, as it does for files. The package knows
// neither sockets nor where the traces go.
//
// # Time
//
// A span arrives after its end, and SDKs send spans together, by default each five seconds. So
// each feed is a window behind the clock of its process (Options.Window): events up to this
// watermark are written in the order of their times, and then no earlier one can follow.
//
//   - A span whose start the watermark has passed begins there, and says so: its task had begun
//     before (Shared of tracefeed.TaskStart), and its duration is not known.
//   - A span that ends before the watermark has no length there. Both are counted in the note of
//     the trace.
//   - An open span is shown once the watermark has come to what is known of it. A span that is
//     sent at its start, without an end or as Logfire's pending span, has its name and start.
//     Of the parent of a local child, or of a span that a log names, only the existence is
//     known: it is called "unfinished span" until it arrives.
//   - The clock of the process is never taken to be ahead of ours. Spans of the future wait until
//     their time has come; those of more than an hour ahead are refused.
//
// # Decisions
//
//   - The number of a task is a hash of the ids of its span. So a task has the same number in the
//     feeds of all processes, without memory for spans that are gone, and is their common parent. Of
//     a million spans, two have the same number with a probability of 1e-7. The numbers are
//     above those that package joined makes different in each process.
//   - A request is taken as a whole, or not at all if it cannot be decoded; so a client that
//     sends it again does not repeat a part.
package receive
