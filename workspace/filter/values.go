package filter

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
	// length is time that a thread spent in a state; of is the length of the
	// window, the base of percentages.
	length struct{ ns, of tracefeed.Time }
	// moment is a time since the start of the trace.
	moment struct{ ns tracefeed.Time }
	// duration is a length of time in the expression, or between two moments.
	duration struct{ ns tracefeed.Time }
	// share is num / den of something.
	share struct{ num, den uint64 }
	// names are the names of several threads, or several texts for one lock.
	names []string
)

// timed is a value that compares with times.
type timed interface{ time() tracefeed.Time }

func (l length) time() tracefeed.Time   { return l.ns }
func (m moment) time() tracefeed.Time   { return m.ns }
func (d duration) time() tracefeed.Time { return d.ns }

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
		return -y.(length).compare(s)
	}
	if s, ok := y.(share); ok {
		return x.(length).compare(s)
	}
	return cmp.Compare(x.(timed).time(), y.(timed).time())
}

// compare orders l and a share of the window, exactly: ns / of and num / den,
// both multiplied by both.
func (l length) compare(s share) int {
	if l.ns < 0 {
		return -1
	}
	high, low := bits.Mul64(uint64(l.ns), s.den)
	wantHigh, wantLow := bits.Mul64(s.num, uint64(l.of))
	return cmp.Or(cmp.Compare(high, wantHigh), cmp.Compare(low, wantLow))
}

// plus adds two lengths. An overflow gives the largest length.
func plus(x, y length) length {
	switch sum := x.ns + y.ns; {
	case x.ns > 0 && y.ns > 0 && sum < 0:
		return length{math.MaxInt64, x.of}
	case x.ns < 0 && y.ns < 0 && sum >= 0:
		return length{-math.MaxInt64, x.of}
	default:
		return length{sum, x.of}
	}
}

// minus is the difference of two lengths or moments.
func minus(x, y any) any {
	if x, ok := x.(length); ok {
		y := y.(length)
		return plus(x, length{-y.ns, y.of})
	}
	return duration{x.(moment).ns - y.(moment).ns}
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
	ordered := []any{new(func(timed, timed) bool), new(func(length, share) bool), new(func(share, length) bool)}
	orEqual := append(slices.Clip(ordered), new(func(names, string) bool), new(func(string, names) bool))
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
	add("+", "_plus", func(x, y any) any { return plus(x.(length), y.(length)) }, new(func(length, length) length))
	add("-", "_minus", minus, new(func(length, length) length), new(func(moment, moment) duration))
	add("matches", "_matches", matches, new(func(string, *pattern) bool), new(func(names, *pattern) bool))
	return options
}

// same reports whether times are equal, or a name is among names. An empty name
// matches no thread.
func same(x, y any) bool {
	if _, ok := y.(names); ok {
		x, y = y, x
	}
	if list, ok := x.(names); ok {
		return slices.Contains(list, y.(string)) || len(list) == 0 && y == ""
	}
	return compare(x, y) == 0
}

// matches reports whether a text, or any of several, matches a pattern.
func matches(x, y any) any {
	if list, ok := x.(names); ok {
		return y.(*pattern).fitsAny(list)
	}
	return y.(*pattern).fits(x.(string))
}
