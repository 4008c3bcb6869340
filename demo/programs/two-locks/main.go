// Two-locks: ten goroutines that look as if they shared one lock.
//
// Two tables have a lock each. Five goroutines use the one, five the other, and
// all ten spend most of their time waiting. Side by side their histories look
// the same; who waits for whom shows two groups that have nothing to do with
// each other.
package main

import (
	"runtime"
	"sync"
	"time"
)

type table struct {
	sync.Mutex
	rows map[int]int
}

// count changes a row, slowly, under the table's lock.
func (t *table) count(row int) {
	t.Lock()
	defer t.Unlock()
	t.rows[row]++
	work(3 * time.Millisecond)
}

var (
	prices = table{rows: map[int]int{}}
	stocks = table{rows: map[int]int{}}
)

func pricer(n int) {
	for row := n; ; row++ {
		prices.count(row % 10)
		time.Sleep(200 * time.Microsecond)
	}
}

func stocker(n int) {
	for row := n; ; row++ {
		stocks.count(row % 10)
		time.Sleep(200 * time.Microsecond)
	}
}

func main() {
	runtime.GOMAXPROCS(4) // one for each lock, and some for others
	for n := range 5 {
		go pricer(n)
		go stocker(n)
	}
	time.Sleep(1500 * time.Millisecond)
}

// work keeps a processor busy.
func work(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}
