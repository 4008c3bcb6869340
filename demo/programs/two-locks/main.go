// Two-locks: ten goroutines that seem to share one lock, but use two.
//
// Each of two tables has a lock. Five goroutines use one table, five the other,
// and all ten spend most of their time blocking.
// Their timelines look alike, but the waits form two groups that are
// independent of each other.
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
	runtime.GOMAXPROCS(4) // one for each lock, and some spare
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
