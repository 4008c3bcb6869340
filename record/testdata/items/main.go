// Items has goroutines that put items into channels and take them in every way. Each item names
// who put it, and as the how manyth of his. It prints a line for each that was taken: the
// goroutine that took it, and the item. With an argument it writes a trace of its own to that
// file, which begins when there are items in a channel already.
package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"runtime/trace"
	"strconv"
	"sync"
	"time"
)

// item is the goroutine that put it, and its number among those of that goroutine.
type item struct{ by, n int }

// id returns the number of the goroutine.
func id() int {
	text := make([]byte, 64)
	n, _ := strconv.Atoi(string(bytes.Fields(text[:runtime.Stack(text, false)])[1]))
	return n
}

// sender puts items into channels, in a way chosen by chance.
func sender(rng *rand.Rand, channels []chan item, most int) {
	next := item{by: id()}
	for next.n < most {
		a, b := channels[rng.IntN(len(channels))], channels[rng.IntN(len(channels))]
		next.n++
		switch rng.IntN(6) {
		case 0:
			select {
			case a <- next:
			default:
				next.n--
			}
		case 1:
			select {
			case a <- next:
			case b <- next:
			case <-time.After(time.Minute):
			}
		case 2:
			reflect.ValueOf(a).Send(reflect.ValueOf(next))
		case 3:
			select {
			case a <- next:
			case b <- next:
			default:
				next.n--
			}
		default:
			a <- next
		}
		if rng.IntN(8) == 0 {
			time.Sleep(time.Duration(rng.IntN(30)) * time.Microsecond)
		}
	}
}

// taker takes items until both of two channels are closed.
func taker(rng *rand.Rand, a, b chan item, out *bytes.Buffer) {
	me := id()
	took := func(x item, ok bool, c *chan item) {
		if ok {
			fmt.Fprintln(out, me, x.by, x.n)
		} else {
			*c = nil
		}
	}
	for a != nil || b != nil {
		switch rng.IntN(4) {
		case 0:
			if a != nil {
				x, ok := <-a
				took(x, ok, &a)
			}
		case 1:
			select {
			case x, ok := <-b:
				took(x, ok, &b)
			default:
			}
		case 2:
			select {
			case x, ok := <-a:
				took(x, ok, &a)
			case x, ok := <-b:
				took(x, ok, &b)
			default:
			}
		default:
			select {
			case x, ok := <-a:
				took(x, ok, &a)
			case x, ok := <-b:
				took(x, ok, &b)
			}
		}
		if rng.IntN(8) == 0 {
			time.Sleep(time.Duration(rng.IntN(30)) * time.Microsecond)
		}
	}
}

func main() {
	channels := []chan item{make(chan item), make(chan item, 1), make(chan item, 7), make(chan item)}
	if len(os.Args) > 1 {
		for n := range 3 {
			channels[2] <- item{id(), n + 1}
		}
		f, err := os.Create(os.Args[1])
		if err == nil {
			err = trace.Start(f)
		}
		if err != nil {
			panic(err)
		}
		defer trace.Stop()
	}
	var senders, takers sync.WaitGroup
	outs := make([]bytes.Buffer, 6)
	for i := range uint64(6) {
		senders.Go(func() { sender(rand.New(rand.NewPCG(i, 1)), channels, 300) })
		a, b := channels[i%4], channels[(i+1+i/4)%4]
		takers.Go(func() { taker(rand.New(rand.NewPCG(i, 2)), a, b, &outs[i]) })
	}
	senders.Wait()
	for _, c := range channels {
		close(c)
	}
	takers.Wait()
	for i := range outs {
		os.Stdout.Write(outs[i].Bytes())
	}
}
