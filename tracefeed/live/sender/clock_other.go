//go:build !linux

package sender

// monotonic has no clock to read.
func monotonic() int64 { return 0 }
