package expression

import (
	"fmt"
	"strings"
	"unicode"
)

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	endToken tokenKind = iota
	wordToken
	numberToken // with its unit or per cent sign
	textToken   // without its quotes
	symbolToken
)

// token is a part of an expression.
type token struct {
	kind tokenKind
	text string
	// at is the token's position, in characters from 0.
	at int
}

// String quotes the token for messages.
func (t token) String() string {
	if t.kind == endToken {
		return "the end"
	}
	const most = 40
	if r := []rune(t.text); len(r) > most {
		return fmt.Sprintf("%q", string(r[:most])+"…")
	}
	return fmt.Sprintf("%q", t.text)
}

// fail returns an error at the token.
func (t token) fail(format string, args ...any) error {
	return &Error{t.at + 1, fmt.Sprintf(format, args...)}
}

// symbols are tried in this order: the longer ones first.
var symbols = []string{"==", "!=", "<=", ">=", "!~", "&&", "||", "<", ">", "~", "!", "+", "-", "(", ")", "[", "]", ","}

// instead maps operators of other languages to those of this one.
var instead = map[rune]string{'=': "==", '&': "&&", '|': "||"}

// lex takes an expression apart. The last token is the end.
func lex(text string) ([]token, error) {
	l := lexer{rest: []rune(text)}
	for {
		t, err := l.next()
		if err != nil {
			return nil, err
		}
		l.out = append(l.out, t)
		if t.kind == endToken {
			return l.out, nil
		}
	}
}

type lexer struct {
	rest []rune
	at   int
	out  []token
}

// take makes a token of n characters, and advances past them.
func (l *lexer) take(kind tokenKind, n int) token {
	t := token{kind, string(l.rest[:n]), l.at}
	l.rest, l.at = l.rest[n:], l.at+n
	return t
}

// while counts the characters from i on that f is true of.
func (l *lexer) while(i int, f func(rune) bool) int {
	for i < len(l.rest) && f(l.rest[i]) {
		i++
	}
	return i
}

func (l *lexer) next() (token, error) {
	l.take(endToken, l.while(0, unicode.IsSpace))
	if len(l.rest) == 0 {
		return l.take(endToken, 0), nil
	}
	r := l.rest[0]
	switch {
	case isDigit(r):
		return l.number(), nil
	case isLetter(r):
		return l.take(wordToken, l.while(0, func(r rune) bool { return isLetter(r) || isDigit(r) })), nil
	case r == '"' || r == '\'':
		return l.quoted(r)
	}
	for _, s := range symbols {
		if strings.HasPrefix(string(l.rest[:min(2, len(l.rest))]), s) {
			return l.take(symbolToken, len(s)), nil
		}
	}
	t := l.take(symbolToken, 1)
	if better := instead[r]; better != "" {
		return t, t.fail("write %s instead of %c", better, r)
	}
	return t, t.fail("unexpected %v", t)
}

// number reads a number with its unit or per cent sign.
func (l *lexer) number() token {
	n := l.while(0, isDigit)
	if n+1 < len(l.rest) && l.rest[n] == '.' && isDigit(l.rest[n+1]) {
		n = l.while(n+1, isDigit)
	}
	if n < len(l.rest) && l.rest[n] == '%' {
		return l.take(numberToken, n+1)
	}
	return l.take(numberToken, l.while(n, func(r rune) bool { return isLetter(r) || isDigit(r) }))
}

// Quote returns a text as expressions spell it.
func Quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(strings.ToValidUTF8(text, "\ufffd")) + `"`
}

// quoted reads a text. A backslash is a character of the text, as patterns need
// it, unless a quote or another backslash follows.
func (l *lexer) quoted(quote rune) (token, error) {
	var b strings.Builder
	for i := 1; i < len(l.rest); i++ {
		r := l.rest[i]
		if r == quote {
			t := l.take(textToken, i+1)
			t.text = b.String()
			return t, nil
		}
		if r == '\\' && i+1 < len(l.rest) {
			i++
			if l.rest[i] != quote && l.rest[i] != r {
				b.WriteRune(r)
			}
			r = l.rest[i]
		}
		b.WriteRune(r)
	}
	t := l.take(textToken, len(l.rest))
	return t, t.fail("this text has no closing %c", quote)
}

func isDigit(r rune) bool  { return '0' <= r && r <= '9' }
func isLetter(r rune) bool { return r == '_' || unicode.IsLetter(r) }
