package cli

import (
	"tiv/timeline"
	"tiv/tracefeed/parts"
)

// mergeTraces writes one trace of those of several processes, and returns the number of
// processes in it, and the paths of traces that it leaves out. It writes none if only one
// is left.
func mergeTraces(paths []string, to string, memory *timeline.Memory) (processes int, left []string, err error) {
	feed, left, err := parts.OpenProcesses(paths)
	if feed == nil || err != nil {
		return 0, left, err
	}
	defer feed.Close()
	return feed.Count, left, writeFeed(to, feed, feed.Name, memory)
}
