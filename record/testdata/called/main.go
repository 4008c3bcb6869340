// Called counts the calls of its own functions, and prints the numbers.
package main

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"tiv/record/testdata/called/shapes"
)

var (
	mu     sync.Mutex
	counts = map[string]int{}
)

// count counts a call of a function by the name that stacks have for it.
func count(name string) {
	mu.Lock()
	defer mu.Unlock()
	counts[name]++
}

// caller is the name of the function that calls its caller, as a stack has it.
func caller() string {
	var pcs [1]uintptr
	runtime.Callers(3, pcs[:])
	frame, _ := runtime.CallersFrames(pcs[:]).Next()
	return frame.Function
}

func here() { count(caller()) }

var global = func() int { here(); return 1 }()

var other = func() int {
	here()
	return func() int { here(); return 2 }()
}()

func init() { here() }

func init() { here(); func() { here() }() }

func fib(n int) int {
	here()
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

type stack[T any] struct{ all []T }

func (s *stack[T]) push(x T) { here(); s.all = append(s.all, x); func() { here() }() }

func (s stack[T]) len() int { here(); return len(s.all) }

type account struct{ sum int }

func (a *account) add(n int) { // with a comment behind the brace
	here()
	a.sum += n
}

func (account) zero() int { here(); return 0 }

func (*account) unnamed() { here() }

func largest[T int | string](a, b T) T {
	here()
	if a > b {
		return a
	}
	return b
}

func throws(depth int) {
	here()
	if depth == 0 {
		panic("thrown")
	}
	throws(depth - 1)
}

func catches() (err error) {
	here()
	defer func() {
		here()
		if e := recover(); e != nil {
			err = errors.New(fmt.Sprint(e))
		}
	}()
	throws(5)
	return nil
}

func exits(done *atomic.Int32) {
	here()
	defer done.Add(1)
	runtime.Goexit()
}

// many has more defers than the compiler keeps open, one of them in a loop.
func many() (n int) {
	here()
	for range 3 {
		defer func() { n++ }()
	}
	defer func() { n++ }()
	defer func() { n++ }()
	defer func() { n++ }()
	defer func() { n++ }()
	defer func() { n++ }()
	defer func() { n++ }()
	defer func() { n++ }()
	defer func() { n++ }()
	return 0
}

//go:nosplit
func fixed() int { return 1 }

func main() {
	here()
	fib(12)
	var s stack[int]
	s.push(1)
	s.push(s.len())
	var texts stack[string]
	texts.push("a")
	a := &account{}
	a.add(a.zero())
	a.add(2)
	a.unnamed()
	largest(1, 2)
	largest("a", "b")
	if err := catches(); err == nil || err.Error() != "thrown" {
		panic("not thrown")
	}
	if many() != 11 {
		panic("not all deferred")
	}
	var group sync.WaitGroup
	var done atomic.Int32
	for range 20 {
		group.Go(func() { here(); fib(3) })
		group.Go(func() { defer group.Add(0); exits(&done) })
	}
	group.Wait()
	shapes.Draw(&shapes.Circle{}, here)
	fixed()
	for name, n := range counts {
		fmt.Println(name, n)
	}
}
