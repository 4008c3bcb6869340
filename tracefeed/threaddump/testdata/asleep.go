// Command asleep ends by itself, because none of its goroutines can go on.
package main

import "sync"

type account struct {
	sync.Mutex
	money int
}

func (a *account) transfer(b *account, both *sync.WaitGroup) {
	a.Lock()
	both.Done()
	both.Wait()
	b.Lock()
	b.money++
	b.Unlock()
	a.Unlock()
}

func main() {
	var a, b account
	var both sync.WaitGroup
	both.Add(2)
	done := make(chan bool)
	go a.transfer(&b, &both)
	go b.transfer(&a, &both)
	go func() { select {} }()
	<-done
}
