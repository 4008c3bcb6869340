// Asked leaks goroutines, has the runtime look for leaks, and ends at once. It prints the
// ids of the goroutines that the runtime then calls leaked.
//
// It calls what package pprof does for the profile goroutineleak, which needs the linker's
// flag -checklinkname=0 but no experiment.
package main

import (
	"fmt"
	"regexp"
	"runtime"
	_ "unsafe" // for linkname
)

//go:linkname leakGC runtime/pprof.runtime_goroutineLeakGC
func leakGC()

var leaked = regexp.MustCompile(`goroutine (\d+) \[[^]]*\(leaked\)`)

func main() {
	for range 3 {
		going := make(chan bool)
		go func() {
			unread := make(chan int)
			close(going)
			unread <- 1
		}()
		<-going
	}
	held := make(chan int)
	go func() { <-held }()
	for n := 0; n < 3; {
		leakGC()
		text := make([]byte, 1<<20)
		found := leaked.FindAllSubmatch(text[:runtime.Stack(text, true)], -1)
		if n = len(found); n < 3 {
			continue // some of them run still
		}
		for _, m := range found {
			fmt.Println(string(m[1]))
		}
	}
	held <- 1
}
