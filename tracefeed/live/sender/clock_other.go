//go:build !linux

package sender

// monotonic has no clock to read.
func monotonic() int64 { return 0 }

// clockName returns "": there is no clock with a name that others know.
func clockName() string { return "" }
