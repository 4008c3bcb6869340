package definition

import (
	"slices"
	"strings"
)

// canonical returns the name of a class, or its pattern, in the form in which classes are
// compared: components are separated by dots, and receivers have no parentheses. Parameters of
// enclosing functions are left out, and type arguments too unless arguments is set.
//
//	net/http.(*conn)          net.http.conn
//	ns::Store<int>            ns.Store
//	main.(*Tree[...])         main.Tree
func canonical(text string, arguments bool) string {
	if !strings.ContainsAny(text, "/:([<{%") {
		return text[:min(len(text), mostName)]
	}
	s := scanner{text: text[:min(len(text), mostName)]}
	b := make([]byte, 0, len(s.text))
	receivers := 0
	for i := 0; i < len(s.text); i++ {
		rest := s.text[i:]
		end := -1
		if closer[rest[0]] != 0 {
			end = s.end(i)
		}
		switch c := rest[0]; {
		case c == '/' || c == '.':
			b, s.start = append(b, '.'), i+1
		case strings.HasPrefix(rest, "::"):
			b, s.start, i = append(b, '.'), i+2, i+1
		case strings.HasPrefix(rest, "%2e"):
			b, i = append(b, '.'), i+2
		case i == s.start && strings.HasPrefix(rest, "(*)"): // any receiver
			b, i = append(b, '*'), i+2
		case i == s.start && strings.HasPrefix(rest, "(*"):
			receivers, s.start, i = receivers+1, i+2, i+1
		case c == ')' && receivers > 0:
			receivers--
		case end < 0 || strings.HasPrefix(rest, "[]"):
			b = append(b, c)
		case c == '{', i == s.start: // a lambda expression, <init>
			b, i = append(b, s.text[i:end+1]...), end
		case c == '(':
			i = len(s.text) - len(strings.TrimLeft(s.text[end+1:], " const&")) - 1
		case arguments && s.text[i:end+1] != "[...]":
			b, i = append(b, squeezed(s.text[i:end+1])...), end
		default:
			i = end
		}
	}
	return string(b)
}

// squeezed returns a text without spaces at other characters than letters and digits.
func squeezed(s string) string {
	if strings.IndexByte(s, ' ') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if s[i] == ' ' && (len(b) == 0 || i+1 == len(s) || !inWord(b[len(b)-1]) || !inWord(s[i+1])) {
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}

func inWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}

// spellings returns the classes that the class of a function's name means: for a method of an
// implementation in Rust, the type and the trait. The module of a class of Java, and the form of
// a descriptor in which perf's maps have it, are removed.
func spellings(class string) []string {
	if name, ok := descriptorType(class); ok {
		return []string{name}
	}
	if module, rest, ok := strings.Cut(class, "/"); ok && (strings.HasPrefix(module, "java.") || strings.HasPrefix(module, "jdk.") ||
		strings.Contains(module, "@")) {
		return []string{rest}
	}
	if rest, ok := strings.CutPrefix(class, "app//"); ok {
		return []string{rest}
	}
	if at := strings.LastIndex(class, "<impl "); at >= 0 && closing(class, at) == len(class)-1 {
		return between(class[at+len("<impl "):len(class)-1], " for ")
	}
	if strings.HasPrefix(class, "<") && closing(class, 0) == len(class)-1 {
		return between(class[1:len(class)-1], " as ")
	}
	return []string{class}
}

// between returns the texts on both sides of a word outside of brackets, or the whole text.
func between(s, word string) []string {
	for i := 0; i < len(s); i++ {
		if closer[s[i]] != 0 {
			i = max(closing(s, i), i)
		} else if strings.HasPrefix(s[i:], word) {
			return []string{s[:i], s[i+len(word):]}
		}
	}
	return []string{s}
}

// classPattern is a pattern of classes.
type classPattern struct {
	text      string
	arguments bool // of types count
	pattern
}

func newClassPattern(text string) classPattern {
	plain, full := canonical(text, false), canonical(text, true)
	return classPattern{full, plain != full, newPattern(full)}
}

// matchesAny reports whether the pattern matches one of the spellings of a class.
func (p classPattern) matchesAny(spellings []string) bool {
	return slices.ContainsFunc(spellings, func(s string) bool { return p.matches(canonical(s, p.arguments)) })
}

// Class returns the class, or what else stands before the last component, of the name of a
// function; "" for none.
func Class(function string) string { return split(function).class }

// MatchesClass reports whether the type of an object is one of the patterns in CLASSES. Names
// of pointers, and Java's descriptors of types, match like the types themselves; an array is
// not of the type of its elements.
func MatchesClass(patterns []string, typeName string) bool {
	t := typeSpelling(typeName[:min(len(typeName), mostName)])
	return slices.ContainsFunc(patterns, func(p string) bool { return newClassPattern(p).matchesAny([]string{t}) })
}

// typeSpelling returns the name of a type without descriptors, pointers and keywords.
func typeSpelling(t string) string {
	if name, ok := descriptorType(t); ok {
		return name
	}
	t = strings.TrimLeft(strings.TrimRight(t, "*& "), "*&")
	for _, word := range []string{"const ", "struct ", "class ", "enum ", "union "} {
		t = strings.TrimPrefix(t, word)
	}
	return t
}
