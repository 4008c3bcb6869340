package tracefeed

import (
	"bytes"
	"regexp"
)

// foreign are kinds of files that users take for traces, by their first bytes, with
// advice.
var foreign = []struct{ start, advice string }{
	{"\x89PNG", "it is a picture; tiv PICTURE.png opens the view in it"},
	{"\x7fELF", "it is a program"},
	{"PK\x03\x04", "it is a zip archive: unpack it"},
	{"7z\xbc\xaf\x27\x1c", "it is a 7z archive: unpack it"},
	{`{"head":{"callFrame"`, "it is a heap profile of V8, which has no times"},
	{"# tracer: ", "it is a text of ftrace without events; " +
		"events are lines of the form COMM-PID [CPU] SECONDS: EVENT: TEXT, as the tracer nop writes them"},
}

// pages are kinds of web pages, by a part of them, with advice; the last one is that of all.
var pages = []struct{ part, advice string }{
	{"<title>Android System Trace</title>", "it is the web page of a trace of systrace; " +
		"the lines of its parts <script class=\"trace-data\"> are a trace in a file of their own"},
	{"<trace-viewer", "it is the web page of a trace viewer; its trace, saved as JSON, can be opened"},
	{"", "it is a web page"},
}

// dumpsOf are texts of threads that cannot be read, by one of their lines.
var dumpsOf = []struct {
	line *regexp.Regexp
	what string
}{
	{regexp.MustCompile(`(?m)^goroutine profile: total \d+\r?$`), "a profile of goroutines as text (debug=1), " +
		"which has no states of goroutines: get debug=2, as from http://HOST/debug/pprof/goroutine?debug=2"},
	{regexp.MustCompile(`(?m)^Thread \d+ \((?:Thread 0x[0-9a-f]+ )?\(?LWP \d+\)`), "a backtrace of gdb"},
	{regexp.MustCompile(`(?m)^\* thread #\d+|^  thread #\d+, `), "a backtrace of lldb"},
	{regexp.MustCompile(`(?m)^(?:\* )?\[?Goroutine \d+ - User: |^  Goroutine \d+ - User: `), "a list of goroutines of delve"},
	{regexp.MustCompile(`(?m)^0SECTION `), "a javacore of OpenJ9"},
	{regexp.MustCompile(`(?m)^::: \{.*\}\{.*\}`), "a text of hot threads of Elasticsearch"},
	{regexp.MustCompile(`"os_thread_id":`), "the JSON of py-spy: get the text of py-spy dump"},
	{regexp.MustCompile(`(?m)^WARNING: DATA RACE\r?$`), "a report of Go's race detector"},
	{regexp.MustCompile(`WARNING: ThreadSanitizer: `), "a report of ThreadSanitizer"},
	{regexp.MustCompile(`(?m)^POTENTIAL DEADLOCK:`), "a report of go-deadlock"},
	{regexp.MustCompile(`(?m)^\d+ goroutines? \[`), "goroutines added up"},
}

var webPage = regexp.MustCompile(`(?i)^\s*(?:<!doctype html|<html)`)

// AdviceOn returns advice on a file that is no trace, by its first bytes; "" if its kind
// is not known.
func AdviceOn(start []byte) string {
	for _, f := range foreign {
		if bytes.HasPrefix(start, []byte(f.start)) {
			return f.advice
		}
	}
	if webPage.Match(start) {
		for _, p := range pages {
			if bytes.Contains(start, []byte(p.part)) {
				return p.advice
			}
		}
	}
	if tarMark := 257; len(start) > tarMark && bytes.HasPrefix(start[tarMark:], []byte("ustar")) {
		return "it is a tar archive: unpack it"
	}
	for _, d := range dumpsOf {
		if d.line.Match(start) {
			return "it is " + d.what + "; docs/dumps.md lists the dumps that can be read"
		}
	}
	return ""
}
