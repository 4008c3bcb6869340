package sample

import (
	"bytes"
	"strconv"
)

// parseCall reads the contents of /proc/PID/task/TID/syscall: "running", or the number
// of the system call, its arguments, and two positions in memory; for a thread that
// waits in no system call, -1 and the positions.
func parseCall(data []byte) (c call) {
	fields := bytes.Fields(data)
	if len(fields) == 0 || string(fields[0]) == "running" {
		return c
	}
	number, err := strconv.ParseInt(string(fields[0]), 10, 64)
	if err != nil {
		return c
	}
	c.number, c.waits, c.outside = number, true, number < 0
	for i := range c.arguments {
		if i+1 < len(fields) && !c.outside {
			c.arguments[i], _ = strconv.ParseUint(string(bytes.TrimPrefix(fields[i+1], []byte("0x"))), 16, 64)
		}
	}
	return c
}
