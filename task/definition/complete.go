package definition

import (
	"cmp"
	"html"
	"slices"
	"strings"

	"tiv/expression"
	"tiv/internal/xmltext"
)

// Words are the names that a definition for a trace can have. They never change.
type Words struct {
	functions []nameOf
	classes   []string // of functions, and types, each once
	kinds     []string // TYPE
}

// nameOf is the name of a function with its parts.
type nameOf struct{ whole, class, method string }

// NewWords returns the names of functions and of types of a trace, and the words in TYPE of
// definitions. Its cost is linear, so large traces need a goroutine for it.
func NewWords(functions, types []string, definitions List) *Words {
	w := &Words{kinds: definitions.Types()}
	classes := map[string]bool{}
	for _, f := range functions {
		if n := split(f); n.method != "" {
			if inner, isTrait := strings.CutPrefix(n.class, "<"); isTrait {
				n.class, _, _ = strings.Cut(inner, " as ")
			}
			w.functions = append(w.functions, nameOf{f, n.class, n.method})
			classes[n.class] = true
		}
	}
	for _, t := range types {
		classes[typeSpelling(t)] = true
	}
	delete(classes, "")
	for c := range classes {
		w.classes = append(w.classes, c)
	}
	slices.Sort(w.classes)
	return w
}

// attributeHelp is the attributes in the order in which they are proposed, each with its meaning.
var attributeHelp = []expression.Completion{
	{Text: "METHOD", Help: "last component of the function's name"},
	{Text: "CLASS", Help: "text before it: class, package, namespace"},
	{Text: "NAME", Help: "name of the tasks, which is their type"},
	{Text: "TYPE", Help: "word by which definitions are switched on and off"},
	{Text: "SIGN", Help: "parameters of the function"},
	{Text: "SOURCE", Help: "file with the function, or the end of its path"},
	{Text: "OBJECTS", Help: "classes and interfaces above the function's class"},
	{Text: "CLASSES", Help: "types of the objects that carry the task on"},
	{Text: "CONTINUE", Help: "functions that go on with the task"},
	{Text: "AUTO", Help: "false: no other functions go on with it"},
	{Text: "ARGUMENT", Help: "first: the object is the first argument"},
	{Text: "NO_OBJECTS", Help: "no object carries the task on"},
	{Text: "ALLOW_REUSE", Help: "an object of an earlier task goes on with that"},
	{Text: "MARK_OBJECT", Help: "makes its object one of the task"},
}

// mostCompletions is the number of texts that are proposed.
const mostCompletions = 50

// Complete returns the texts that can stand at a byte of a file of definitions, and the start of
// what they replace there: names of attributes, and names of the trace that contain what is typed,
// those that begin with it first. A name for METHOD is one in CLASS, if that is there, and the
// other way round.
func (w *Words) Complete(text string, at int) (from int, list []expression.Completion) {
	at = min(max(at, 0), len(text))
	tag := tagAt(text, at)
	switch {
	case tag.comment:
	case tag.outside && strings.TrimSpace(text[:at]) == "":
		return at, []expression.Completion{{Text: "<EVENTS>\n", Help: "the definitions"}}
	case tag.outside:
		return at, []expression.Completion{{Text: `<EVENT METHOD="`, Help: "a definition"}}
	case tag.naming:
		return tag.from, matching([]string{`EVENT METHOD="`}, text[tag.from:at], false)
	case tag.attribute == "":
		list = unused(tag.values, text[tag.from:at])
		if tag.from == at && strings.ContainsAny(text[at-1:at], `"'`) { // right behind a value
			for i := range list {
				list[i].Text = " " + list[i].Text
			}
		}
		return tag.from, list
	default:
		return w.values(tag, text, at)
	}
	return at, nil
}

// unused returns the attributes that an element does not have, and that begin with a text.
func unused(has map[string]string, begin string) (list []expression.Completion) {
	for _, a := range attributeHelp {
		if _, ok := has[a.Text]; !ok && strings.HasPrefix(a.Text, strings.ToUpper(begin)) {
			list = append(list, expression.Completion{Text: a.Text + `="`, Help: a.Help})
		}
	}
	return list
}

// values returns the values that an attribute can have at a byte.
func (w *Words) values(tag tag, text string, at int) (from int, list []expression.Completion) {
	from = tag.from
	several := tag.attribute == "OBJECTS" || tag.attribute == "CLASSES" || tag.attribute == "CONTINUE"
	if several {
		from += strings.LastIndexByte(text[from:at], ' ') + 1
	}
	var names []string
	switch tag.attribute {
	case "METHOD":
		names = w.methodsOf(tag.values["CLASS"])
	case "CLASS":
		names = w.classesOf(tag.values["METHOD"])
	case "OBJECTS", "CLASSES":
		names = w.classes
	case "CONTINUE":
		for i := range w.functions {
			names = append(names, w.functions[i].whole)
		}
	case "TYPE":
		names = w.kinds
	case "AUTO", "NO_OBJECTS", "ALLOW_REUSE", "MARK_OBJECT":
		names = []string{"true", "false"}
	case "ARGUMENT":
		names = []string{"first"}
	}
	list = matching(names, html.UnescapeString(text[from:at]), true)
	for i := range list {
		if list[i].Text = xmltext.Escape(list[i].Text); !several && !isClosed(text[at:], tag.quote) {
			list[i].Text += string(tag.quote)
		}
	}
	return from, list
}

// methodsOf returns the methods of the functions of a class.
func (w *Words) methodsOf(class string) (names []string) {
	p := newClassPattern(class)
	matches := map[string]bool{}
	for i := range w.functions {
		f := &w.functions[i]
		is, known := matches[f.class]
		if !known {
			is = class == "" || p.matchesAny([]string{f.class})
			matches[f.class] = is
		}
		if is {
			names = append(names, f.method)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// classesOf returns the classes of the functions with a method.
func (w *Words) classesOf(method string) (names []string) {
	if method == "" {
		return w.classes
	}
	p := newPattern(method)
	for i := range w.functions {
		if f := &w.functions[i]; f.class != "" && p.matches(f.method) {
			names = append(names, f.class)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// matching returns the names that contain a text, whatever the case of letters: those that
// begin with it first, then the shorter ones. If others is false, only names that begin with it count.
// A name that is the text is left out.
func matching(names []string, part string, others bool) (list []expression.Completion) {
	type found struct {
		name string
		at   int
	}
	var all []found
	part = strings.ToLower(part)
	for _, name := range names {
		at := strings.Index(strings.ToLower(name), part)
		if at >= 0 && (at == 0 || others) && len(name) > len(part) && len(name) <= mostValue {
			all = append(all, found{name, min(at, 1)})
		}
	}
	slices.SortFunc(all, func(a, b found) int {
		if part == "" {
			return cmp.Compare(a.name, b.name)
		}
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
	})
	for _, f := range all[:min(len(all), mostCompletions)] {
		list = append(list, expression.Completion{Text: f.name})
	}
	return list
}

// isClosed reports whether the rest of a text ends the value in front of it.
func isClosed(rest string, quote byte) bool {
	end := strings.IndexAny(rest, string(quote)+"<>\n")
	return end >= 0 && rest[end] == quote && (end == 0 || rest[end-1] != '=')
}

// tag is the place in a file of definitions: outside of tags, in a comment, at the name of an element
// or of an attribute, or in a value.
type tag struct {
	outside, comment, naming bool
	attribute                string // with the value; "" at a name
	quote                    byte   // of the value
	from                     int    // start of the name or the value
	values                   map[string]string
}

// tagAt returns the place at a byte of a text, however unfinished that is. No value contains the
// character <, so that begins a tag.
func tagAt(text string, at int) (t tag) {
	before := text[:at]
	if strings.LastIndex(before, "<!--") > strings.LastIndex(before, "-->") {
		return tag{comment: true}
	}
	start := strings.LastIndexByte(before, '<') + 1
	if start == 0 {
		return tag{outside: true}
	}
	i := start + len(word(before[start:]))
	if i == at {
		return tag{naming: true, from: start}
	}
	t = walk(before, i)
	// The attributes behind the place count, too.
	end := at + strings.IndexAny(text[at:]+"<", "<>")
	all := walk(text[:end], i)
	if t.values = all.values; t.attribute != "" {
		delete(t.values, t.attribute)
	}
	return t
}

// walk reads the attributes of a tag from a byte on.
func walk(text string, i int) tag {
	t := tag{values: map[string]string{}}
	for {
		i += len(text[i:]) - len(strings.TrimLeft(text[i:], " \t\r\n/="))
		if i < len(text) && text[i] == '>' {
			return tag{outside: true}
		}
		name := word(text[i:])
		if t.from = i; name == "" && i < len(text) {
			name = text[i : i+1] // something that is no attribute
		}
		if i += len(name); i == len(text) {
			return t
		}
		rest := strings.TrimLeft(text[i:], " \t\r\n=")
		if rest == "" || rest[0] != '"' && rest[0] != '\'' {
			continue
		}
		i = len(text) - len(rest) + 1
		end := strings.IndexByte(text[i:], rest[0])
		if end < 0 {
			t.attribute, t.quote, t.from = name, rest[0], i
			return t
		}
		t.values[name] = html.UnescapeString(text[i : i+end])
		i += end + 1
	}
}

// word returns the letters and digits at the start of a text.
func word(s string) string {
	i := 0
	for i < len(s) && inWord(s[i]) {
		i++
	}
	return s[:i]
}
