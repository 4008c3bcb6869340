//go:build !linux

package interpreter

import "os"

// limitMemory does nothing: only Linux limits the memory of another process.
func limitMemory(int, int64) error { return nil }

// peakMemory returns 0: it is not known.
func peakMemory(*os.ProcessState) int64 { return 0 }
