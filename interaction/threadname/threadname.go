// Package threadname makes the names of threads short: it leaves out all parts that do not
// distinguish them. The threads of a Go program have names such as
// "server.(*Server).createClientEx.func1 39"; a label has room for a third of it.
//
// A name is short by its last parts: as many as no other kind of thread of the trace has.
// Names without a function stay as they are. Nothing is lost: panels and tips
// show the whole name.
package threadname

import (
	"strings"

	"tiv/tracefeed"
)

// Names are the short names of the threads of one trace. They are immutable.
type Names struct {
	// short has the short form of each function that threads are named after, where it
	// differs.
	short map[string]string
}

// New returns the short names of some threads. It takes one pass over them.
func New(threads []tracefeed.Thread) *Names {
	functions := map[string][]string{} // parts of names
	for i := range threads {
		f, rest := split(threads[i].Name)
		if _, known := functions[f]; !known {
			functions[f] = parts(f)
		}
		if rest == "" { // "main 1" is no function, and looks like one
			functions[upTo(f, " ")] = parts(upTo(f, " "))
		}
	}
	uses := map[string]int{} // of the ends of names
	for _, p := range functions {
		for k := range p {
			uses[strings.Join(p[k:], ".")]++
		}
	}
	n := &Names{short: map[string]string{}}
	for f, p := range functions {
		for k := telling(p); k > 0; k-- {
			if end := strings.Join(p[k:], "."); uses[end] == 1 {
				n.short[f] = end
				break
			}
		}
	}
	return n
}

// Short returns the short form of the name of a thread, or of a group of threads that is
// named after them: "terminal 18" for "main.terminal 18". Where the function ends with a
// digit, the number stands apart: "createClientEx.func1 · 39".
func (n *Names) Short(name string) string {
	f, rest := split(name)
	if short, ok := n.short[f]; ok {
		f = short
	}
	if rest != "" && isDigit(f[len(f)-1]) && isDigit(rest[1]) {
		return f + " ·" + rest
	}
	return f + rest
}

// split divides a name into the function that it begins with, and the rest: empty, or
// beginning with a space. A name without a function is all function, so that it stays.
func split(name string) (function, rest string) {
	if i := strings.IndexByte(name, ' '); i > 0 && i+1 < len(name) && strings.ContainsRune(name[:i], '.') {
		return name[:i], name[i:]
	}
	return name, ""
}

// parts returns the parts of the name of a function: its package with its path, its
// receiver, the function, and the numbers of closures in it. Other names are one part.
func parts(function string) (list []string) {
	path := strings.LastIndexByte(upTo(function, "(["), '/') + 1
	begin, depth := 0, 0
	for i := path; i < len(function); i++ {
		switch function[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '.':
			if depth == 0 {
				list = append(list, function[begin:i])
				begin = i + 1
			}
		}
	}
	list = append(list, function[begin:])
	for i, p := range list {
		if p == "" || i > 0 && isDigit(p[0]) && !isDigit(p[len(p)-1]) || strings.ContainsAny(p, " :-") {
			return []string{function}
		}
	}
	if isDigit(list[0][0]) { // an address
		return []string{function}
	}
	return list
}

// upTo returns the text before the first of some characters.
func upTo(text, chars string) string {
	if i := strings.IndexAny(text, chars); i >= 0 {
		return text[:i]
	}
	return text
}

// telling returns the index of the last part that says something without those before it: the
// function that has a closure, and not the closure's number.
func telling(parts []string) int {
	k := len(parts) - 1
	for k > 0 && isClosure(parts[k]) {
		k--
	}
	return k
}

// isClosure reports whether a part is the compiler's name of a closure or wrapper: func1,
// gowrap2, deferwrap1, or only a number.
func isClosure(part string) bool {
	word := strings.TrimRight(part, "0123456789")
	return word == "" || word != part && (word == "func" || word == "gowrap" || word == "deferwrap")
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
