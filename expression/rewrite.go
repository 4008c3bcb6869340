package expression

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// rewriter translates tokens to an expression of the library, one by one. It
// checks the syntax, so that errors are in the words and at the columns of the
// user's text; the library checks the types of values.
type rewriter struct {
	language *Language
	tokens   []token
	i        int // of the current token
	// operand is set if the next token must be a value.
	operand bool
	sums    int // the number of + and - so far
	// open are the brackets that are not closed yet.
	open []token

	out strings.Builder
	// places has, for each part of out, its offset in out and its token.
	places    []place
	uses      map[string]bool
	literals  []any
	arguments map[string][]string
}

// maxSums is the largest number of + and -. At each change between the two,
// the library traverses the whole expression again.
const maxSums = 30

type place struct {
	out   int
	token token
}

func (r *rewriter) token() token { return r.tokens[r.i] }

// peek returns the token after the next n.
func (r *rewriter) peek(n int) token { return r.tokens[min(r.i+1+n, len(r.tokens)-1)] }

// write appends a part of the output that belongs to the current token.
func (r *rewriter) write(part string) {
	r.places = append(r.places, place{r.out.Len(), r.token()})
	r.out.WriteString(part)
	r.out.WriteByte(' ')
}

// literal adds a value.
func (r *rewriter) literal(value any) {
	r.write("_" + strconv.Itoa(len(r.literals)))
	r.literals = append(r.literals, value)
}

func (r *rewriter) rewrite() error {
	if r.token().kind == endToken {
		r.write("true")
		return nil
	}
	for ; r.token().kind != endToken; r.i++ {
		if err := r.one(); err != nil {
			return err
		}
	}
	switch {
	case r.operand:
		return r.token().fail("unexpected end: a value is expected after %v", r.tokens[r.i-1])
	case len(r.open) > 0:
		return r.open[len(r.open)-1].fail("this bracket is not closed")
	}
	return nil
}

func (r *rewriter) one() error {
	t := r.token()
	switch {
	case t.kind == symbolToken:
		return r.symbol(t)
	case operatorWords[t.text] && t.kind == wordToken:
		return r.operatorWord(t)
	case !r.operand:
		return t.fail("an operator is missing before %v, such as == or &&", t)
	}
	r.operand = false
	switch t.kind {
	case numberToken:
		return r.number(t)
	case textToken:
		return r.text(t)
	}
	return r.word(t)
}

func (r *rewriter) symbol(t token) error {
	switch t.text {
	case "(", "[":
		return r.bracket(t)
	case ")", "]", ",":
		return r.close(t)
	case "!":
		if !r.operand {
			return t.fail("an operator is missing before %v", t)
		}
		r.write("!")
		return nil
	case "~", "!~":
		return r.pattern(t)
	case "+", "-":
		if r.sums++; r.sums > maxSums {
			return t.fail("there are more than %d + and -", maxSums)
		}
	}
	return r.operator(t, t.text)
}

// operator adds an operator between two values.
func (r *rewriter) operator(t token, part string) error {
	if r.operand {
		return t.fail("a value is missing before %v", t)
	}
	r.write(part)
	r.operand = true
	return nil
}

func (r *rewriter) operatorWord(t token) error {
	next := r.peek(0)
	switch {
	case t.text == "in" && r.operand && next.text == r.language.Group && r.peek(1).text == "(":
		return nil // in cluster("pool")
	case t.text == "not" && r.operand:
		r.write("not")
		return nil
	case t.text == "not" && !slices.Contains([]string{"in", "contains", "startsWith", "endsWith"}, next.text):
		return t.fail("an operator is missing before %v, such as &&", t)
	case t.text == "not":
		r.write("not")
		return nil
	}
	return r.operator(t, t.text)
}

// bracket handles an opening bracket: a square one begins a list of numbers and
// texts.
func (r *rewriter) bracket(t token) error {
	before := token{}
	if r.i > 0 {
		before = r.tokens[r.i-1]
	}
	switch {
	case !r.operand:
		return t.fail("an operator is missing before %v", t)
	case t.text == "[" && (before.kind != wordToken || before.text != "in"):
		return t.fail(`a list is allowed only after in, as in %s in ["a", "b"]`, r.language.Words[0].Name)
	case t.text == "[":
		return r.list(t)
	}
	r.open = append(r.open, t)
	r.write("(")
	return nil
}

func (r *rewriter) close(t token) error {
	switch {
	case t.text != ")" || len(r.open) == 0:
		return t.fail("unexpected %v", t)
	case r.operand:
		return t.fail("a value is missing before %v", t)
	}
	r.open = r.open[:len(r.open)-1]
	r.write(")")
	return nil
}

// list takes a list up to its end.
func (r *rewriter) list(t token) error {
	r.write("[")
	for {
		r.i++
		switch item := r.token(); item.kind {
		case textToken:
			r.write(strconv.QuoteToASCII(item.text))
		case numberToken:
			if err := r.number(item); err != nil {
				return err
			}
		default:
			return item.fail("a list may contain only quoted texts and numbers")
		}
		r.i++
		switch end := r.token(); {
		case end.kind == symbolToken && end.text == "]":
			r.write("]")
			r.operand = false
			return nil
		case end.kind == symbolToken && end.text == ",":
			r.write(",")
		case end.kind == endToken:
			return t.fail("this list has no closing ]")
		default:
			return end.fail("a comma is missing before %v", end)
		}
	}
}

// pattern handles ~ or !~ and the following text.
func (r *rewriter) pattern(t token) error {
	part := "matches"
	if t.text == "!~" {
		part = "not matches"
	}
	if err := r.operator(t, part); err != nil {
		return err
	}
	text := r.peek(0)
	if text.kind != textToken {
		return text.fail(`%s needs a quoted text, as in %s`, t.text, r.language.example("string"))
	}
	r.i++
	r.operand = false
	p, err := compile(text.text)
	if err != nil {
		return text.fail("%v", err)
	}
	r.literal(p)
	return nil
}

func (r *rewriter) number(t token) error {
	unit := strings.TrimLeft(t.text, "0123456789.")
	digits := t.text[:len(t.text)-len(unit)]
	switch {
	case unit == "%":
		s, ok := parseShare(digits)
		if !ok {
			return t.fail("%v has too many digits", t)
		}
		r.literal(s)
	case unit != "":
		d, err := tracefeed.ParseTime(digits + strings.Replace(unit, "µs", "us", 1))
		if err != nil {
			return t.fail("%v", err)
		}
		r.literal(Duration{d})
	case len(digits) > 15:
		return t.fail("%v has too many digits", t)
	case strings.Contains(digits, "."):
		r.write(digits)
	default: // without zeros before it, which mean something else to the library
		n, _ := strconv.Atoi(digits)
		r.write(strconv.Itoa(n))
	}
	return nil
}

// text handles a quoted text. In the place of a condition, it means that the
// language's word Text contains the text.
func (r *rewriter) text(t token) error {
	in := r.language.Text
	if in == "" || !r.condition() {
		r.write(strconv.QuoteToASCII(t.text))
		return nil
	}
	p, err := compile(regexp.QuoteMeta(t.text))
	if err != nil {
		return t.fail("%v", err)
	}
	r.uses[in] = true
	r.write("( " + in + " matches")
	r.literal(p)
	r.write(")")
	return nil
}

// condition reports whether the current token is between operators that join
// conditions.
func (r *rewriter) condition() bool {
	before := token{}
	if r.i > 0 {
		before = r.tokens[r.i-1]
	}
	joins := func(t token, also ...string) bool {
		return t.kind == endToken || t.kind != textToken && slices.Contains(append(also, "&&", "||", "and", "or"), t.text)
	}
	return joins(before, "(", "!", "not") && joins(r.peek(0), ")")
}

func (r *rewriter) word(t token) error {
	called := r.peek(0).kind == symbolToken && r.peek(0).text == "("
	if now, ok := r.language.Former[t.text]; ok {
		t.text = now
	}
	switch {
	case t.text == r.language.Group && called:
		text, err := r.argument(t)
		r.write("( " + t.text + " ==")
		r.write(strconv.QuoteToASCII(text) + " )")
		return err
	case r.language.takesText(t.text):
		text, err := r.argument(t)
		r.write(t.text + " (")
		r.write(strconv.QuoteToASCII(text) + " )")
		r.arguments[t.text] = append(r.arguments[t.text], text)
		return err
	case !r.language.known(t.text):
		return r.language.unknown(t)
	case called:
		return t.fail("%s takes no arguments", t.text)
	}
	r.uses[t.text] = true
	r.write(t.text)
	return nil
}

// argument handles the text in brackets after a word.
func (r *rewriter) argument(t token) (string, error) {
	text := r.peek(1)
	if r.peek(0).text != "(" || text.kind != textToken || r.peek(2).text != ")" || r.peek(2).kind != symbolToken {
		return "", t.fail(`%s needs a quoted text in brackets, as in %s("main")`, t.text, t.text)
	}
	r.uses[t.text] = true
	r.i += 3
	return text.text, nil
}
