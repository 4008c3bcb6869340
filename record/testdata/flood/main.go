// Flood calls functions so often that their calls are most of a trace, or, with the
// argument cost, prints the nanoseconds of a call: of one of bare, and of one of called.
package main

import (
	"fmt"
	"os"
	"time"
)

type counter struct{ n int }

//go:noinline
func (c *counter) bare(n int) { c.n += n }

//go:noinline
func (c *counter) called(n int) { c.n += n }

// cost returns the least time of a call in many rounds.
func cost(call func(int)) float64 {
	const rounds, calls = 40, 50_000
	least := time.Hour
	for range rounds {
		start := time.Now()
		for i := range calls {
			call(i)
		}
		least = min(least, time.Since(start))
	}
	return float64(least) / calls
}

func main() {
	c := &counter{}
	if len(os.Args) > 1 {
		fmt.Println(cost(c.bare), cost(c.called))
		return
	}
	const rounds, calls = 200, 2000
	for range rounds {
		for range calls {
			c.called(1)
		}
		time.Sleep(time.Millisecond) // leave time to write the trace
	}
	fmt.Println(c.n)
}
