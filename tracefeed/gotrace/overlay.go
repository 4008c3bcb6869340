package gotrace

import (
	"strings"

	"tiv/tracefeed"
)

// recorderFunc stands for the recorder's code at the root of its own goroutines.
const recorderFunc = "runtime/trace.recorder"

// Overlay reports whether a call is one of the recorder's functions, which its
// overlay adds to Go's library: "sync.(*Mutex).tivSlow". The program called the
// function below it.
func Overlay(f tracefeed.Frame) bool {
	if strings.HasPrefix(f.File[strings.LastIndexByte(f.File, '/')+1:], "tiv_record") {
		return true
	}
	for _, pkg := range []string{"sync.", "internal/sync.", "runtime.", "runtime/trace."} {
		if name, ok := strings.CutPrefix(f.Func, pkg); ok {
			if i := strings.Index(name, ")."); i >= 0 { // of a method
				name = name[i+2:]
			}
			return strings.HasPrefix(name, "tiv") || strings.HasPrefix(name, "Tiv")
		}
	}
	return false
}
