package definition

import (
	"path"
	"strings"
)

// mostName is the length of names, in bytes, up to which they are read.
const mostName = 4 << 10

// name is the parts of a function's name, as the trace spells them.
type name struct {
	class, method string
	arguments     string // of the type parameters of the method: [...], <int>
	sign          string // from its parenthesis to the end
	file          string // in the name: perf writes py::Store.query:/srv/app/db.py
}

// split divides a name. It knows no language: a text in brackets is one piece, a parenthesis
// at the start of a component is a receiver or a namespace without a name, another one is the
// parameters, and the text in front of the last space before these is a result.
func split(text string) (n name) {
	text = text[:min(len(text), mostName)]
	if rest, ok := strings.CutPrefix(text, "py::"); ok {
		text, n.file, _ = strings.Cut(rest, ":")
		if n.file != "" {
			text = strings.TrimSuffix(path.Base(n.file), ".py") + "." + text
		}
	}
	s := scanner{text: withoutSuffix(text)}
	s.scan()
	begin := 0
	if s.sign < len(s.text) {
		n.sign = s.text[s.sign:]
		if begin = s.result; s.method < begin {
			s.method, s.class = begin, begin
		}
	}
	n.class = s.text[begin:max(s.class, begin)]
	n.method, n.arguments = withoutArguments(s.text[s.method:s.sign])
	return n
}

// scanner finds the parts of a name.
type scanner struct {
	text   string
	result int   // end of the result, with its space
	start  int   // of the current component
	class  int   // end of the class
	method int   // start of the method
	sign   int   // start of the signature
	open   uint8 // brackets that have no end, a bit for each kind
}

func (s *scanner) scan() {
	for i := 0; i < len(s.text); i++ {
		if !special[s.text[i]] {
			continue
		}
		switch c := s.text[i]; {
		case c == '.' || c == ':' && strings.HasPrefix(s.text[i:], "::"):
			if s.class = i; c == ':' {
				i++
			}
			s.start, s.method = i+1, i+1
		case c == '/': // of a package, or of the path in a request: the text before it has no class
			s.start, s.method, s.class = i+1, 0, 0
		case c == ' ':
			s.start, s.result = i+1, i+1
		case c == '(' && i > s.start:
			end := s.enclosing(i)
			if end < 0 {
				s.sign = i
				return
			}
			i = end
		case c == '(' || c == '<' || c == '[' || c == '{':
			if end := s.end(i); end > 0 {
				i = end
			}
		case c == 'o' && i == s.start && isOperator(s.text[i:]):
			i += operator(s.text[i:]) - 1
		}
	}
	s.sign = len(s.text)
}

// enclosing returns the end of the parameters of a function if a name within it follows, or -1.
func (s *scanner) enclosing(at int) int {
	end := s.end(at)
	rest := strings.TrimLeft(s.text[end+1:], " const&")
	if end < 0 || !strings.HasPrefix(rest, "::") {
		return -1
	}
	return len(s.text) - len(rest) - 1
}

// end returns the end of a bracket, or -1.
func (s *scanner) end(at int) int {
	kind := uint8(1) << strings.IndexByte("(<[{", s.text[at])
	if s.open&kind != 0 {
		return -1
	}
	end := closing(s.text, at)
	if end < 0 {
		s.open |= kind
	}
	return end
}

var closer = [256]byte{'(': ')', '<': '>', '[': ']', '{': '}'}

// special are the bytes at which something may begin or end.
var special = [256]bool{'.': true, ':': true, '/': true, ' ': true, '(': true, '<': true, '[': true, '{': true, 'o': true}

// closing returns the index of the bracket that ends one, or -1. The > of an arrow ends none.
func closing(s string, at int) int {
	open, end, depth := s[at], closer[s[at]], 0
	for i := at; i < len(s); i++ {
		switch c := s[i]; {
		case c == open:
			depth++
		case c == end && (c != '>' || s[i-1] != '-'):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// isOperator reports whether a text begins with an operator of C++.
func isOperator(s string) bool {
	rest, ok := strings.CutPrefix(s, "operator")
	return ok && rest != "" && strings.IndexByte(" ()<>=!+-*/%^&|~,[]\"", rest[0]) >= 0
}

// operator returns the length of an operator's name.
func operator(s string) int {
	i := len("operator")
	switch {
	case strings.HasPrefix(s[i:], "()"):
		i += 2
	case s[i] == ' ': // a conversion, new and delete
		for i < len(s) && s[i] != '(' {
			if s[i] == '<' {
				i = max(closing(s, i), i)
			}
			i++
		}
		return i
	default:
		i += len(s[i:]) - len(strings.TrimLeft(s[i:], "<>=!+-*/%^&|~,[]\""))
	}
	// The arguments of an operator that is a template follow a space.
	if strings.HasPrefix(s[i:], " <") {
		i++
	}
	return i
}

// withoutArguments divides a component into its name and the arguments of its type parameters.
func withoutArguments(s string) (name, arguments string) {
	if isOperator(s) {
		at := operator(s)
		return strings.TrimSuffix(s[:at], " "), s[at:]
	}
	if at := strings.IndexAny(s, "<["); at > 0 && s[0] != '{' && s[0] != '(' && s[0] != '<' {
		return s[:at], s[at:]
	}
	return s, ""
}

// withoutSuffix removes the compiler's or linker's additions to a name: the hash of older Rust,
// clones of C and C++, versions of symbols.
func withoutSuffix(s string) string {
	if at := len(s) - len("::h0123456789abcdef"); at > 0 && strings.HasPrefix(s[at:], "::h") {
		if strings.Trim(s[at+len("::h"):], "0123456789abcdef") == "" {
			return s[:at]
		}
	}
	if strings.HasSuffix(s, "]") {
		s, _, _ = strings.Cut(s, " [clone ")
	}
	if at := strings.IndexByte(s, '@'); at > 0 && !strings.ContainsAny(s[:at], "./: (<") {
		s = s[:at]
	}
	return withoutClone(s)
}

// withoutClone removes the suffixes of a compiler's copies: work.part.0, app::f(int) .cold.
func withoutClone(s string) string {
	dot, number := strings.LastIndexByte(s, '.'), false
	for at := s; dot > 0; dot = strings.LastIndexByte(at, '.') {
		switch last := at[dot+1:]; last {
		case "part", "constprop", "isra", "cold", "lto_priv", "llvm", "localalias":
			if at = at[:dot]; number && strings.IndexByte(at, '.') < 0 || strings.Contains(s, "::") || strings.ContainsAny(s, "()") {
				return strings.TrimRight(at, " ")
			}
			number = false
		default:
			if last == "" || strings.Trim(last, "0123456789") != "" {
				return s
			}
			at, number = at[:dot], true
		}
	}
	return s
}
