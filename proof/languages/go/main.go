// Command go has the lock programs of proof/languages in Go. The programs of the
// paper are in demo/programs.
//
// The argument is the name of a program; the name of its corrected twin ends in
// -healthy. A program without its correction never ends.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime/trace"
	"strings"
	"sync"
)

var programs = map[string]func(healthy bool){
	"abba": abba, "self": self, "reader-again": readerAgain, "wakeup-lost": wakeupLost,
}

// threads counts the threads of a program that have not ended.
var threads sync.WaitGroup

func main() {
	name, healthy := strings.CutSuffix(os.Args[1], "-healthy")
	_, task := trace.NewTask(context.Background(), name)
	defer task.End()
	programs[name](healthy)
	fmt.Println("all started")
	threads.Wait()
}
