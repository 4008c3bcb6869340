package symbols

import (
	"regexp"
	"strconv"
	"strings"
)

// A start is the function in which a thread without a name of its own begins, as
// record/preload/start.c writes it.
type start struct {
	function code
	class    string // of the object of a thread of C++, as compilers write it, or ""
	pointers []code // that the object has
}

// A code is an address in a module.
type code struct {
	path    string
	address uint64
}

// startPrefix begins the name of such a thread. It is longer than names of threads can be.
const startPrefix = "start function "

// parseStart parses the name of a thread. Paths may have blanks.
func parseStart(name string) (s start, ok bool) {
	rest, ok := strings.CutPrefix(name, startPrefix)
	if !ok {
		return s, false
	}
	for i := 0; rest != ""; i++ {
		text := ""
		if class, after, _ := strings.Cut(rest, " "); i == 1 && !strings.HasPrefix(class, "/") {
			s.class, rest = class, after
			continue
		}
		if text, rest = cutCode(rest); text == "" {
			return s, false
		}
		at := strings.LastIndex(text, "+0x")
		address, err := strconv.ParseUint(text[at+len("+0x"):], 16, 64)
		if err != nil {
			return s, false
		}
		if c := (code{text[:at], address}); i == 0 {
			s.function = c
		} else {
			s.pointers = append(s.pointers, c)
		}
	}
	return s, s.function.path != ""
}

var codeEnd = regexp.MustCompile(`\+0x[0-9a-f]+( |$)`)

// cutCode cuts a text after the first path and address.
func cutCode(text string) (first, rest string) {
	at := codeEnd.FindStringIndex(text)
	if at == nil {
		return "", ""
	}
	return strings.TrimSuffix(text[:at[1]], " "), text[at[1]:]
}
