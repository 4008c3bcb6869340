// Package wire decodes Go execution traces of the versions 1.22, 1.23, 1.25 and
// 1.26 from their bytes. (Go 1.24 writes version 1.23.)
//
// Bytes go in, a Sink gets the events in the order in which they happened. The
// package knows neither threads of TIV nor the meaning of waits.
//
// It is a second implementation of golang.org/x/exp/trace, for its speed: it
// takes a fifth of that library's processor time or less. Names are those of the
// runtime and of that library. The contract is the differential test of package
// gotrace: for every trace that the library reads, both give the same events in
// the same order, or this package gives more of a damaged one.
//
// # New releases of Go
//
// A trace with a header that Version does not know is read by the library, with
// a remark for the user; so a new version of the format is slower, not wrong.
// For each release of Go:
//
//  1. Update golang.org/x/exp. If its version.Valid names a new version N, read
//     what changed since the version before: the specs in internal/tracev2, and
//     the conditions on versions in generation.go and order.go.
//  2. If an event is new, add its number and arguments to events.go, and its
//     rule to ordering.advance. If a batch or a table is new, add it to
//     generation.add.
//  3. Add N to versions, to the made-up traces of gotrace's wire_test.go and to
//     the recorded ones: testdata/mixed, built with that release.
//  4. If the release writes no new version, only record testdata/mixed with it.
//
// If the differential test fails and nobody mends it before the release of TIV
// that follows, take the version out of versions. Delete the package when the
// library is less than twice as slow in BenchmarkReference of gotrace, or when
// two versions in a row were taken out.
package wire
