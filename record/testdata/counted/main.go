// Counted prints what it sees of its own goroutines, in all the ways in which
// leak checkers look.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/pprof"
	"strings"
	"time"
)

var heading = regexp.MustCompile(`(?m)^goroutine \d+ \[`)

func main() {
	quit := make(chan struct{})
	for range 3 {
		go func() { <-quit }()
	}
	time.Sleep(250 * time.Millisecond) // two generations of a trace
	fmt.Println("number", runtime.NumGoroutine())

	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	fmt.Println("stacks", len(heading.FindAll(stacks, -1)))

	profile := pprof.Lookup("goroutine")
	fmt.Println("profile", profile.Count())
	var text bytes.Buffer
	profile.WriteTo(&text, 2)
	fmt.Println("text", len(heading.FindAll(text.Bytes(), -1)))

	for _, word := range os.Args[1:] {
		fmt.Println(word, names(stacks, word), names(text.Bytes(), word))
	}
	close(quit)
}

// names reports whether a function or a file in stacks has a word in its name. The
// folders of files do not count.
func names(stacks []byte, word string) bool {
	for line := range strings.Lines(string(stacks)) {
		if strings.HasPrefix(line, "\t") {
			line = filepath.Base(line)
		}
		if strings.Contains(line, word) {
			return true
		}
	}
	return false
}
