package view

import (
	"tiv/execution"
	"tiv/tracefeed"
)

// Call is a call in the execution view. The zero Call is none.
type Call struct {
	Thread   tracefeed.ThreadID
	Function string
	// Depth is the number of its lane, from 0 for the outermost calls.
	Depth int
	// Start and End are those of the call, as far as the lanes shown tell.
	Start, End tracefeed.Time
	Sampled    bool
}

// Evidence says how the call is known.
func (c *Call) Evidence() execution.Evidence {
	if c.Sampled {
		return execution.Sampled
	}
	return execution.Measured
}
