package report

import (
	"fmt"
	"strings"

	"tiv/tracefeed"
)

// FrameText returns the place of a call, or else its function.
func FrameText(f *tracefeed.Frame) string {
	if f.File == "" {
		return Safe(f.Func)
	}
	return fmt.Sprintf("%s:%d", Safe(f.File), f.Line)
}

// StackText writes the stack of a thread in the form of Go's own, the innermost call first.
func StackText(thread string, stack []tracefeed.Frame) string {
	var b strings.Builder
	b.WriteString(thread + ":\n")
	for i := range stack {
		b.WriteString(Safe(stack[i].Func) + "\n")
		if stack[i].File != "" {
			b.WriteString("\t" + FrameText(&stack[i]) + "\n")
		}
	}
	return b.String()
}
