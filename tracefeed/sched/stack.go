package sched

import "tiv/tracefeed"

// Stack is a stack of a thread, with what its functions of the kernel say.
type Stack struct {
	// ID is the stack without functions of the kernel, if it has others: a wait begins at the
	// program's call into the kernel. All has all functions.
	ID, All tracefeed.StackID
	// Why is the reason of a wait that begins there, Interrupt that an interrupt does.
	Why       Reason
	Interrupt bool
}

// NewStack returns a stack, the innermost function first. The first functions belong to the
// kernel, as many as kernel says.
func NewStack(index *tracefeed.StackIndex, frames []tracefeed.Frame, kernel int) Stack {
	s := Stack{All: index.Add(frames)}
	functions := make([]string, kernel)
	for i := range functions {
		functions[i] = frames[i].Func
		s.Interrupt = s.Interrupt || fromInterrupt(functions[i])
	}
	s.Why = reasonOf(functions...)
	if s.ID = s.All; kernel < len(frames) {
		s.ID = index.Add(frames[kernel:])
	}
	return s
}
