package corpus

import (
	"sync"
	"time"
)

// An order is a request to an actor.
type order struct {
	total bool
	reply chan int
}

// A till is an actor: one goroutine with all data, and a channel of orders.
type till struct {
	orders chan order
	value  int
	served tally
}

// run handles orders, each for a time. For a total it asks itself.
func (t *till) run(length time.Duration) {
	for o := range t.orders {
		Spin(length)
		if o.total {
			t.value += t.ask(order{})
		}
		t.value++
		o.reply <- t.value
		t.served.Add(1)
	}
}

func (t *till) ask(o order) int {
	o.reply = make(chan int)
	t.orders <- o
	return <-o.reply
}

// actorAsksItself has an actor that sends itself an order, and clients that wait for it.
func actorAsksItself(s *Stage) {
	t := &till{orders: make(chan order)}
	s.Keep(t)
	go func() {
		s.hungRoot(true)
		t.run(s.Unit / 10)
	}()
	for range s.N {
		go func() {
			s.repeat(Hang, func() {
				t.ask(order{})
				s.pause()
			})
		}()
	}
	t.served.atLeast(5 * s.N)
	go func() {
		s.hungPerhaps() // waits for an answer to itself alone
		t.ask(order{total: true})
	}()
}

// quietActors are actors that pass one token, woken by one that sleeps now.
func quietActors(s *Stage) {
	inboxes := make([]chan int, s.N)
	for n := range inboxes {
		inboxes[n] = make(chan int)
	}
	s.Keep(inboxes)
	var rounds tally
	for n := range s.N {
		go func() {
			for hops := range inboxes[n] {
				if hops > 0 {
					inboxes[(n+1)%s.N] <- hops - 1
				} else {
					rounds.Add(1)
				}
			}
		}()
	}
	go func() {
		for n := range 8 {
			inboxes[0] <- s.N - 1
			rounds.atLeast(n + 1)
		}
		lasts()
		inboxes[0] <- s.N - 1
	}()
}

// A cluster has a leader, which changes the state under a lock, and followers.
type cluster struct {
	mu     sync.Mutex
	orders chan bool
	acks   chan bool
	term   int
	reads  tally
}

func (c *cluster) read() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reads.Add(1)
	return c.term
}

// follow acknowledges orders. It reads the state for some of them.
func (c *cluster) follow() {
	for reads := range c.orders {
		if reads {
			c.read()
		}
		c.acks <- true
	}
}

// lead gives an order under the lock.
func (c *cluster) lead(reads bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.term++
	c.orders <- reads
	<-c.acks
}

// leaderAwaitsAck has a leader that waits, under its lock, for a follower that wants it.
func leaderAwaitsAck(s *Stage) {
	c := &cluster{orders: make(chan bool), acks: make(chan bool)}
	s.Keep(c)
	go func() {
		s.hung()
		s.Has("deadlock")
		c.follow()
	}()
	for range s.N {
		go func() {
			s.repeat(Hang, func() {
				c.read()
				s.pause()
			})
		}()
	}
	c.reads.atLeast(3 * s.N)
	go func() {
		s.hungRoot(true)
		for n := range 8 {
			c.lead(n == 7)
			time.Sleep(s.Unit)
		}
	}()
}

// A remote is a client with one connection: a lock around each question and its answer.
type remote struct {
	mu        sync.Mutex
	questions chan int
	answers   chan int
	asked     tally
}

func (r *remote) ask(question int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.questions <- question
	r.asked.Add(1)
	return <-r.answers
}

// holderOrphaned has a request that waits, under a lock, for an answer that was dropped.
func holderOrphaned(s *Stage) {
	r := &remote{questions: make(chan int), answers: make(chan int)}
	s.Keep(r)
	go func() {
		s.hungPerhaps() // as no further question can come
		for question := range r.questions {
			if question >= 0 {
				r.answers <- question
			}
		}
	}()
	for range s.N {
		go func() {
			s.repeat(Hang, func() {
				r.ask(1)
				s.pause()
			})
		}()
	}
	r.asked.atLeast(3 * s.N)
	go func() {
		s.hungRoot(false)
		r.ask(-1)
	}()
}
