package lane

import (
	"cmp"
	"strings"

	"tiv/execution"
	"tiv/interaction/groups"
	"tiv/scene/view"
)

// NoName is the text in place of the name of a function, or of a package, that is not known.
const NoName = "(no name)"

// callName is the name of a function in a bar or a legend, without the path of its package.
func callName(function string) string {
	name := groups.ShortFunction(function)
	if o := execution.OriginOf(function, "", false); name == function && strings.Contains(o.Package, ".") {
		name = strings.TrimPrefix(function, o.Package+".") // Java
	}
	return cmp.Or(name, NoName)
}

// ColumnsOf returns the columns of a call, at least one; ok is false if it is outside.
func (s *TimeScale) ColumnsOf(call *view.Call) (x0, x1 float32, ok bool) {
	x0, x1 = float32(s.Column(call.Start)), float32(s.Column(call.End))
	return x0, max(x1, x0+1), call.End >= s.From && call.Start <= s.To
}
