// Package spans holds what spans of OpenTelemetry mean, wherever they come from: it decodes
// messages of OTLP, gives each span its row, and turns spans into events.
//
// Messages go in, a Set of spans comes out (set.go, json.go, proto.go); spans go into a
// Mapper in the order of their starts, events come out (mapper.go, lanes.go). The package
// knows neither files nor connections.
//
// # Decisions
//
//   - Spans without threads get lanes. A lane holds spans within each other or one after
//     another, never two that overlap otherwise, so a row reads like a thread's. It exists
//     only while a span is open: an unknown state from start to end would show nothing.
//   - The pending span that Logfire exports at the start of a span stands for that span, as
//     far as it is known then: as a span without an end. So does a span with an end of 0.
package spans
