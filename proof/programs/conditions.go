package main

import (
	"sync"
	"sync/atomic"
	"time"
)

// A mailbox is a queue over a condition.
type mailbox struct {
	mu      sync.Mutex
	cond    *sync.Cond
	letters int
	waiting bool
	count   atomic.Int32 // of letters, for reading without the lock
}

func newMailbox() *mailbox {
	m := &mailbox{}
	m.cond = sync.NewCond(&m.mu)
	return m
}

func (m *mailbox) put() {
	m.mu.Lock()
	m.letters++
	m.count.Add(1)
	m.waiting = false
	m.mu.Unlock()
	m.cond.Signal()
}

// lostWakeUp has a consumer that checks for letters before it locks. A letter
// arrives in between: its signal is lost, and the consumer waits for another
// letter, which never arrives.
func lostWakeUp(l *life) {
	m := newMailbox()
	looked, resume := make(chan bool), make(chan bool)
	go m.consumeHasty(looked, resume)
	go serveMailbox(newMailbox(), 3*time.Millisecond)
	l.calm()
	delivered := make(chan bool)
	go m.deliver(looked, resume, delivered)
	<-delivered
	l.rest()
}

// consumeHasty writes a line to a log between the check and the lock.
func (m *mailbox) consumeHasty(looked chan<- bool, resume <-chan bool) {
	for {
		empty := m.count.Load() == 0
		if empty {
			looked <- true
			<-resume
		}
		m.mu.Lock()
		if empty {
			m.waiting = true
			m.cond.Wait()
		}
		m.letters--
		m.count.Add(-1)
		m.mu.Unlock()
	}
}

// deliver puts five letters while the consumer waits, and the last one between
// its check and its wait.
func (m *mailbox) deliver(looked <-chan bool, resume chan<- bool, delivered chan<- bool) {
	for range 5 {
		<-looked
		resume <- true
		until(m.consumerWaits)
		m.put()
	}
	<-looked
	m.put()
	resume <- true
	close(delivered)
}

func (m *mailbox) consumerWaits() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.waiting
}

// condQueues has a busy queue and one with hardly any letters, served by the
// same code.
func condQueues(l *life) {
	go serveMailbox(newMailbox(), 2*time.Millisecond)
	go serveMailbox(newMailbox(), time.Hour)
	l.rest()
}

// serveMailbox puts a letter after each pause.
func serveMailbox(m *mailbox, pause time.Duration) {
	for range 2 {
		go m.consume()
	}
	for {
		m.put()
		time.Sleep(pause)
	}
}

func (m *mailbox) consume() {
	for {
		m.mu.Lock()
		for m.letters == 0 {
			m.cond.Wait()
		}
		m.letters--
		m.mu.Unlock()
		spin(50 * time.Microsecond)
	}
}
