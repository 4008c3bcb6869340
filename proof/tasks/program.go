package main

import (
	"strings"

	"tiv/tracefeed"
)

// A program is one of those in the folders of the languages; with two of them, of two processes: the
// first has the front, which makes the requests, the second the back.
type program struct {
	language, name string
	// beyond says why work can be charged to a wrong request; empty if none must be.
	beyond string
}

func (p program) String() string { return p.language + "/" + p.name }

// named are the kinds of events in which the trace itself names tasks, if tasks are found without
// them: OpenTelemetry for Go makes a task of each span in a program that is traced.
func (p program) named() []tracefeed.Kind {
	if p.language == "otel" {
		return []tracefeed.Kind{tracefeed.TaskStart, tracefeed.TaskEnd}
	}
	return nil
}

// helps is why work of fork-join pools can be charged to a wrong request.
const helps = "who waits for its own job can help with one of another request meanwhile, within the call of its request"

// beyond says of programs why work can be charged to a wrong request.
var beyond = map[string]string{
	"java-attached/forkjoin": helps,
	"java/forkjoin":          helps,
}

// attached is the language of the programs in Java that are recorded while they run.
const attached = "java-attached"

// languages are those of the programs, with their names.
type languages []struct{ language, names string }

var (
	// patterns are the programs that work in the ways of a language.
	patterns = languages{
		{"go", "unbuffered buffered full select cond pipeline grown reuse lists batch " +
			"spawn group limited tokens future once results retry deadline http"},
		{"java", "fixed cached scheduled forkjoin completable thread monitor deque reuse semaphore"},
		{"java25", "fixed virtual"},
		{attached, "fixed cached scheduled forkjoin completable deque reuse"},
		{"cpp", "cond grown thread async packaged limited"},
		{"go+go", "remote"}, {"go+cpp", "remote"}, {"cpp+go", "remote"},
		{"go+java", "remote"}, {"java+go", "remote"}, {"java25+cpp", "remote"},
	}
	// applications are those that use a server, a toolkit or a library that many programs use.
	applications = languages{
		{"grpc", "goroutines workers"},
		{"otel", "shop"},
		{"tomcat", "thread async container"},
		{"swing", "clicks workers"},
		{"xlib", "clicks threads"},
	}
)

// list lists the programs of languages.
func (l languages) list() (all []program) {
	for _, l := range l {
		for name := range strings.FieldsSeq(l.names) {
			p := program{language: l.language, name: name}
			p.beyond = beyond[p.String()]
			all = append(all, p)
		}
	}
	return all
}
