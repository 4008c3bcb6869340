package cli

import (
	"strings"

	"tiv/demo"
	"tiv/tracefeed"
	"tiv/workspace"
)

// demoPrefix before the name of a demo makes the path of its trace, in every command.
const demoPrefix = "demo:"

// open opens the trace at path, or of a demo, to read its events.
func open(path string) (*tracefeed.Source, error) {
	name, isDemo := strings.CutPrefix(path, demoPrefix)
	if !isDemo {
		return tracefeed.Open(path, workspace.Formats())
	}
	trace, err := demo.Open(name)
	if err != nil {
		return nil, err
	}
	return tracefeed.OpenInput(tracefeed.Input{Name: path, Reader: trace, Size: trace.Size()}, workspace.Formats())
}
