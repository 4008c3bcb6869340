package handler

import (
	"path"
	"slices"
	"strings"

	"tiv/execution"
	"tiv/record/calls"
	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// Patterns are changes of what a Split knows by itself. They have the form of --calls: a
// function, a type, a package or a module, with all that is in it; * is any text. A file is
// chosen by its path, or the end of its path.
type Patterns struct {
	// User and System are functions of the user and of the system. If both match a function, the
	// longer pattern counts, of equally long ones that of the user.
	User, System []string
	// ThreadStart are functions that call the one with which a thread begins.
	ThreadStart []string
}

// Split tells the functions of the user from those of the system. It knows the runtimes and
// libraries of languages, some libraries by name, and files in the folders of libraries.
type Split struct {
	patterns Patterns
	files    map[string]string // by function
	inGo     bool              // the trace has code of Go
	inNode   bool              // the trace has code of Node.js
}

// NewSplit returns the split of the functions in frames. The cost grows with the number of frames.
func NewSplit(frames []tracefeed.Frame, p Patterns) *Split {
	s := &Split{patterns: p, files: map[string]string{}}
	for i := range frames {
		f := &frames[i]
		if f.File == "" {
			continue
		}
		s.inGo = s.inGo || path.Ext(f.File) == ".go"
		s.inNode = s.inNode || strings.HasPrefix(f.File, "node:")
		if s.files[f.Func] == "" {
			s.files[f.Func] = f.File
		}
	}
	return s
}

// extends reports whether an earlier split with the same patterns says the same of the functions of a builder.
func (s *Split) extends(older *Split, b *Builder) bool {
	return s.inGo == older.inGo && s.inNode == older.inNode &&
		!slices.ContainsFunc(b.trie.Functions, func(f Function) bool { return s.files[f.Name] != older.files[f.Name] })
}

// System reports whether a function is the system's.
func (s *Split) System(function string) bool {
	if system, ok := s.chosen(function); ok {
		return system
	}
	file := s.files[function]
	// Packages of Java can begin as Go's do: io.acme.Shop.pay.
	known := language.Of(tracefeed.Frame{Func: function, File: file})
	if function == "" || known.Part != language.Users && (known.Language != language.Go || s.inGo) {
		return true
	}
	module := s.module(function)
	return module == "std" || isLibrary(function, file, module) || s.startsThreads(function)
}

// chosen applies the patterns. ok is false if none matches.
func (s *Split) chosen(function string) (system, ok bool) {
	if len(s.patterns.User)+len(s.patterns.System) == 0 {
		return false, false
	}
	longest, names := -1, []string{calls.Plain(function), s.files[function], s.module(function)}
	for _, p := range s.patterns.User {
		if len(p) > longest && matches(p, names) {
			longest, system = len(p), false
		}
	}
	for _, p := range s.patterns.System {
		if len(p) > longest && matches(p, names) {
			longest, system = len(p), true
		}
	}
	return system, longest >= 0
}

// module returns the module of a function, empty if it is not known.
func (s *Split) module(function string) string {
	return execution.OriginOf(function, s.files[function], s.inGo).Module
}

// matches reports whether a pattern covers a function, its file or its module.
func matches(pattern string, names []string) bool {
	for _, name := range names {
		if name != "" && calls.Pattern(pattern).Covers(name) {
			return true
		}
	}
	return strings.HasSuffix("/"+names[1], "/"+strings.TrimPrefix(pattern, "/"))
}

// startsThreads reports whether a function calls the one with which a thread begins.
func (s *Split) startsThreads(function string) bool {
	for _, p := range s.patterns.ThreadStart {
		if calls.Pattern(p).Covers(calls.Plain(function)) {
			return true
		}
	}
	return language.StartsThread(function)
}
