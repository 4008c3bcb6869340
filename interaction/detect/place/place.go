// Package place finds the places of call stacks in a program's own code, outside of the
// runtime and of locks.
package place

import (
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// UserFrame returns the index of the innermost call in the program's own code,
// outside of the runtime and of locks, or 0 if there is none.
func UserFrame(stack []tracefeed.Frame) int {
	return max(0, slices.IndexFunc(stack, IsUsers))
}

// IsUsers reports whether a call is in the program's own code.
func IsUsers(f tracefeed.Frame) bool { return !language.Of(f).System() }

// UserCall is UserFrame for a stack of a timeline.
func UserCall(tl *timeline.Timeline, stack []tracefeed.FrameID) int {
	return max(0, slices.IndexFunc(stack, func(f tracefeed.FrameID) bool { return IsUsers(tl.Frames[f]) }))
}
