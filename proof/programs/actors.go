package main

import "time"

// An actor has a small inbox.
type actor struct{ inbox chan int }

func newActor() *actor { return &actor{make(chan int, 2)} }

// twoActors has two actors with ten messages for each other. Both inboxes are
// full, both send, and neither receives.
func twoActors(l *life) {
	l.calm()
	a, b := newActor(), newActor()
	go a.talk(b)
	go b.talk(a)
	l.rest()
}

// talk sends all messages before it receives one.
func (a *actor) talk(other *actor) {
	for n := range 10 {
		other.inbox <- n
	}
	for range a.inbox {
	}
}

// politeActors has actors that receive while they wait to send. A director
// starts a talk occasionally; between talks they idle.
func politeActors(l *life) {
	a, b := newActor(), newActor()
	starts := [2]chan int{make(chan int), make(chan int)}
	go a.talkPolitely(b, starts[0])
	go b.talkPolitely(a, starts[1])
	go direct(starts, l.length/5)
	l.rest()
}

func direct(starts [2]chan int, pause time.Duration) {
	for {
		starts[0] <- 10
		starts[1] <- 10
		time.Sleep(pause)
	}
}

func (a *actor) talkPolitely(other *actor, starts <-chan int) {
	for left := 0; ; {
		to := other.inbox
		if left == 0 {
			to = nil
		}
		select {
		case to <- left:
			left--
		case <-a.inbox:
		case n := <-starts:
			left += n
		}
	}
}

// holdAndSend has a publisher that sends with its lock held, and a follower
// that wants the lock before it receives.
func holdAndSend(l *life) {
	l.calm()
	h := &hub{events: make(chan int)}
	go h.publish()
	until(func() bool { return h.busy.Load() })
	go h.follow()
	l.rest()
}
