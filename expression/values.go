package expression

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"

	"tiv/tracefeed"
)

// The types of values, besides texts, numbers and booleans. They are structs
// because the library compares all numbers with each other.
type (
	// Length is a part of a time; Of is the whole, the base of percentages.
	Length struct{ NS, Of tracefeed.Time }
	// Moment is a time since the start of the trace.
	Moment struct{ NS tracefeed.Time }
	// Duration is a length of time in the condition, or between two moments.
	Duration struct{ NS tracefeed.Time }
	// share is num / den of something.
	share struct{ num, den uint64 }
	// Texts are several texts for one thing, or the Texts of several things. A
	// condition is true for them if it is for any of them.
	Texts []string
	// Numbers are several numbers for one thing. A condition is true for them if it is for any of
	// them.
	Numbers []int
)

// maxTextLen is the number of bytes of a text that are examined, because traces are
// untrusted.
const maxTextLen = 4096

// Tame returns a text of a trace that is safe as a value: valid UTF-8 of limited length.
func Tame(s string) string { return strings.ToValidUTF8(s[:min(len(s), maxTextLen)], "\ufffd") }

// timed is a value that compares with times.
type timed interface{ time() tracefeed.Time }

func (l Length) time() tracefeed.Time   { return l.NS }
func (m Moment) time() tracefeed.Time   { return m.NS }
func (d Duration) time() tracefeed.Time { return d.NS }

// parseShare reads per cents.
func parseShare(digits string) (share, bool) {
	whole, fraction, _ := strings.Cut(digits, ".")
	if len(whole) > 6 || len(fraction) > 6 {
		return share{}, false
	}
	s := share{den: 100}
	for range fraction {
		s.den *= 10
	}
	num, err := strconv.ParseUint(whole+fraction, 10, 64)
	s.num = num
	return s, err == nil
}

// compare orders two times, or a time and a share of its window.
func compare(x, y any) int {
	if s, ok := x.(share); ok {
		return -y.(Length).compare(s)
	}
	if s, ok := y.(share); ok {
		return x.(Length).compare(s)
	}
	return cmp.Compare(x.(timed).time(), y.(timed).time())
}

// compare orders l and a share of the window, exactly: ns / of and num / den,
// both multiplied by both.
func (l Length) compare(s share) int {
	if l.NS < 0 {
		return -1
	}
	high, low := bits.Mul64(uint64(l.NS), s.den)
	wantHigh, wantLow := bits.Mul64(s.num, uint64(l.Of))
	return cmp.Or(cmp.Compare(high, wantHigh), cmp.Compare(low, wantLow))
}

// plus adds two lengths. An overflow gives the largest length.
func plus(x, y Length) Length {
	switch sum := x.NS + y.NS; {
	case x.NS > 0 && y.NS > 0 && sum < 0:
		return Length{math.MaxInt64, x.Of}
	case x.NS < 0 && y.NS < 0 && sum >= 0:
		return Length{-math.MaxInt64, x.Of}
	default:
		return Length{sum, x.Of}
	}
}

// minus is the difference of two lengths or Moments.
func minus(x, y any) any {
	if x, ok := x.(Length); ok {
		y := y.(Length)
		return plus(x, Length{-y.NS, y.Of})
	}
	return Duration{x.(Moment).NS - y.(Moment).NS}
}

// literals replaces the rewriter's names by their values.
type literals []any

// Visit is called for every node of an expression.
func (l literals) Visit(node *ast.Node) {
	id, ok := (*node).(*ast.IdentifierNode)
	if !ok || !strings.HasPrefix(id.Value, "_") {
		return
	}
	if i, err := strconv.Atoi(id.Value[1:]); err == nil && i < len(l) {
		ast.Patch(node, &ast.ConstantNode{Value: l[i]})
	}
}

// operators defines the operators on values that are not the library's own.
func operators() []expr.Option {
	ordered := []any{new(func(timed, timed) bool), new(func(Length, share) bool), new(func(share, Length) bool)}
	orEqual := append(slices.Clip(ordered), new(func(Texts, string) bool), new(func(string, Texts) bool),
		new(func(Numbers, int) bool), new(func(int, Numbers) bool))
	var options []expr.Option
	add := func(operator, name string, f func(x, y any) any, types ...any) {
		do := func(args ...any) (any, error) { return f(args[0], args[1]), nil }
		options = append(options, expr.Function(name, do, types...), expr.Operator(operator, name))
	}
	add("<", "_less", func(x, y any) any { return compare(x, y) < 0 }, ordered...)
	add(">", "_more", func(x, y any) any { return compare(x, y) > 0 }, ordered...)
	add("<=", "_atMost", func(x, y any) any { return compare(x, y) <= 0 }, ordered...)
	add(">=", "_atLeast", func(x, y any) any { return compare(x, y) >= 0 }, ordered...)
	add("==", "_same", func(x, y any) any { return same(x, y) }, orEqual...)
	add("!=", "_other", func(x, y any) any { return !same(x, y) }, orEqual...)
	add("+", "_plus", func(x, y any) any { return plus(x.(Length), y.(Length)) }, new(func(Length, Length) Length))
	add("-", "_minus", minus, new(func(Length, Length) Length), new(func(Moment, Moment) Duration))
	add("matches", "_matches", matches, new(func(string, *pattern) bool), new(func(Texts, *pattern) bool))
	return options
}

// same reports whether times are equal, or a name is among texts, or a number among numbers. An empty
// name matches no thread.
func same(x, y any) bool {
	switch y.(type) {
	case Texts, Numbers:
		x, y = y, x
	}
	switch list := x.(type) {
	case Texts:
		return slices.Contains(list, y.(string)) || len(list) == 0 && y == ""
	case Numbers:
		return slices.Contains(list, y.(int))
	}
	return compare(x, y) == 0
}

// matches reports whether a text, or any of several, matches a pattern.
func matches(x, y any) any {
	if list, ok := x.(Texts); ok {
		return y.(*pattern).fitsAny(list)
	}
	return y.(*pattern).fits(x.(string))
}
