package main

// A program is one whose handlers are known from its source.
type program struct {
	// name is its language and its own name: "go/http".
	name string
	// kind says how it is built and recorded, args are its arguments.
	kind kind
	args []string
	// client is the kind of its clients, empty without any. address is that of a server that does
	// not print it.
	client  client
	address string
	// about is a description for people.
	about string
	truth
	// beyond says why handlers can be missed, or functions taken for them; empty if none must be.
	beyond string
	// settles is set if it is recorded for longer, to see when its handlers are found.
	settles bool
}

// truth is what the source of a program says.
type truth struct {
	// Handlers must be found. Optional ones need not be: they handle events that are rare, or that
	// take no time, or they wrap a handler.
	Handlers []string `json:"handlers"`
	Optional []string `json:"optional"`
	// User are patterns of functions that are the user's, as for tiv handlers --user.
	User []string `json:"user,omitempty"`
}

// kind is how a program is built and recorded.
type kind string

const (
	ofGo      kind = "go"      // a program in folder go, with its CPU profile
	ofModules kind = "apps"    // one in folder apps, which uses modules
	ofJava    kind = "java"    // a class in folder java, by Java Flight Recorder
	ofJava25  kind = "java25"  // the same with Java 25
	onDisplay kind = "display" // the same with a window
	ofC       kind = "c"       // a file in folder c, by perf
	ofPython  kind = "python"  // a file in folder python, by its own dumps
	ofNode    kind = "node"    // a file in folder node, by its CPU profile
	ofDebian  kind = "debian"  // a command of Debian, by perf
)

// client is a kind of clients, with the folder of its program.
type client struct{ folder, name string }

// web and lines are the clients of several programs.
var (
	web   = client{"go", "http"}
	lines = client{"go", "lines"}
)

// with returns the truth with handlers.
func with(handlers ...string) truth { return truth{Handlers: handlers} }

// or returns the truth with further handlers that need not be found.
func (t truth) or(optional ...string) truth {
	t.Optional = optional
	return t
}

// of returns the truth where functions of a pattern are the user's.
func (t truth) of(user string) truth {
	t.User = append(t.User, user)
	return t
}
