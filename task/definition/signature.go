package definition

import "strings"

// signature is the pattern of SIGN.
type signature struct {
	pattern
	readable pattern // of a descriptor of Java, as source code has its parameters; otherwise nil
}

func newSignature(text string) signature {
	s := signature{pattern: newPattern(plainSign(text))}
	if r, ok := readable(text); ok {
		s.readable = newPattern(r)
	}
	return s
}

// matches reports whether the pattern matches a function's signature. A result and qualifiers
// count only if the pattern has them, and Java's descriptors match parameters of source code.
func (p signature) matches(sign string) bool {
	plain := plainSign(sign)
	if p.pattern.matches(plain) {
		return true
	}
	if end := closing(sign, 0); end > 0 && p.pattern.matches(plainSign(sign[:end+1])) {
		return true
	}
	r, descriptor := readable(sign)
	switch {
	case descriptor && p.readable == nil:
		return p.pattern.matches(r)
	case !descriptor && p.readable != nil:
		return p.readable.matches(plain)
	}
	return false
}

// plainSign returns a signature in the form in which they are compared.
func plainSign(s string) string {
	s = strings.ReplaceAll(squeezed(s), "/", ".")
	if rest, ok := strings.CutPrefix(s, "(void)"); ok {
		return "()" + rest
	}
	return s
}

// readable returns the parameters of a descriptor of a Java method as source code has them:
// (Ljava/awt/AWTEvent;[I)V is (java.awt.AWTEvent,int[]).
func readable(s string) (text string, ok bool) {
	rest, ok := strings.CutPrefix(s, "(")
	if !ok {
		return "", false
	}
	var all []string
	for !strings.HasPrefix(rest, ")") {
		n := descriptorLength(rest)
		if n == 0 {
			return "", false
		}
		t, _ := descriptorType(rest[:n])
		if t == "" {
			t = primitives[rest[0]]
		}
		all = append(all, t)
		rest = rest[n:]
	}
	if rest = rest[1:]; rest != "V" && (rest == "" || descriptorLength(rest) != len(rest)) {
		return "", false
	}
	return "(" + strings.Join(all, ",") + ")", true
}

// primitives are the descriptors of Java's primitive types.
var primitives = map[byte]string{'B': "byte", 'C': "char", 'D': "double", 'F': "float", 'I': "int", 'J': "long", 'S': "short",
	'Z': "boolean"}

// descriptorLength returns the length of the first descriptor of a text, or 0.
func descriptorLength(s string) int {
	n := len(s) - len(strings.TrimLeft(s, "["))
	switch {
	case n == len(s):
		return 0
	case s[n] == 'L':
		if end := strings.IndexByte(s[n:], ';'); end > 0 {
			return n + end + 1
		}
	case primitives[s[n]] != "":
		return n + 1
	}
	return 0
}

// descriptorType returns the name of a class or an array of a descriptor of Java, with dots.
func descriptorType(s string) (name string, ok bool) {
	element := strings.TrimLeft(s, "[")
	arrays := strings.Repeat("[]", len(s)-len(element))
	switch {
	case strings.HasPrefix(element, "L") && strings.HasSuffix(element, ";"):
		return strings.ReplaceAll(element[1:len(element)-1], "/", ".") + arrays, true
	case arrays != "" && len(element) == 1 && primitives[element[0]] != "":
		return primitives[element[0]] + arrays, true
	}
	return "", false
}
