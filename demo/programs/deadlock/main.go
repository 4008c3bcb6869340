// Deadlock: two goroutines that take two locks in opposite order, in a program
// that otherwise keeps running.
//
// A bank moves money between two accounts. At first the payer and the refunder
// alternate without a problem. Then they start at the same moment: the payer
// owns savings and waits for checking, the refunder owns checking and waits for
// savings, and neither can continue. The rest of the program is unaffected: the
// auditors still add up the other books, the clock still ticks, main still
// sleeps. Only the inspector requests savings, and blocks as well.
package main

import (
	"fmt"
	"sync"
	"time"
)

type account struct {
	sync.Mutex
	balance int
}

var (
	savings  = account{balance: 1000}
	checking = account{balance: 1000}
	books    account
)

// move locks both accounts in the order of its arguments, which is the bug.
func move(from, to *account, amount int) {
	from.Lock()
	defer from.Unlock()
	work(2 * time.Millisecond)
	from.balance -= amount
	pause()
	to.Lock()
	defer to.Unlock()
	work(2 * time.Millisecond)
	to.balance += amount
}

const turns = 3

func payer(start time.Time) {
	for i := range turns {
		until(start, 200*i)
		move(&savings, &checking, 10)
	}
	until(start, 200*turns)
	move(&savings, &checking, 10)
}

func refunder(start time.Time) {
	for i := range turns {
		until(start, 200*i+100)
		move(&checking, &savings, 5)
	}
	until(start, 200*turns)
	move(&checking, &savings, 5)
}

// auditor adds up the other books, slowly and under their lock.
func auditor(n int) {
	for {
		books.Lock()
		work(time.Duration(5+2*n) * time.Millisecond)
		books.Unlock()
		time.Sleep(15 * time.Millisecond)
	}
}

// inspector reads savings after the deadlock.
func inspector(start time.Time) {
	until(start, 1000)
	savings.Lock()
	defer savings.Unlock()
	fmt.Println(savings.balance)
}

func ticker() {
	for range time.Tick(20 * time.Millisecond) {
		work(time.Millisecond)
	}
}

func main() {
	start := time.Now()
	go payer(start)
	go refunder(start)
	for n := range 3 {
		go auditor(n)
	}
	go inspector(start)
	go ticker()
	time.Sleep(2 * time.Second)
}

// until sleeps until ms milliseconds after start.
func until(start time.Time, ms int) {
	time.Sleep(time.Until(start.Add(time.Duration(ms) * time.Millisecond)))
}

// work keeps a processor busy.
func work(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}

// early has room for the moves before the last turn; both joins those of the last turn.
var early, both = make(chan struct{}, 2*turns), make(chan struct{})

// pause waits a little, in the last turn until both moves have one account, so that
// a busy machine does not prevent the deadlock.
func pause() {
	time.Sleep(10 * time.Millisecond)
	select {
	case early <- struct{}{}:
	default:
		select {
		case both <- struct{}{}:
		case <-both:
		}
	}
}
