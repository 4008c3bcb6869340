package main

import "sync"

var (
	mailbox sync.Mutex
	arrived = sync.NewCond(&mailbox)
	letters int
	// looked is the moment after the consumer's look into the mailbox.
	looked, sent sync.WaitGroup
)

// wakeupLost has a consumer that looks for a letter, and then waits for one without
// another look; corrected, it looks while it holds the lock. The producer sends its
// letter in between.
func wakeupLost(healthy bool) {
	threads.Add(2)
	looked.Add(1)
	sent.Add(1)
	go consumer(healthy)
	go producer()
}

func consumer(healthy bool) {
	defer threads.Done()
	empty := func() bool {
		mailbox.Lock()
		defer mailbox.Unlock()
		return letters == 0
	}()
	looked.Done()
	sent.Wait()
	mailbox.Lock()
	defer mailbox.Unlock()
	if healthy {
		empty = letters == 0
	}
	if empty {
		arrived.Wait()
	}
	letters--
}

func producer() {
	defer threads.Done()
	defer sent.Done()
	looked.Wait()
	mailbox.Lock()
	defer mailbox.Unlock()
	letters++
	arrived.Signal()
}
