package corpus

import (
	"io"
	"net"
	"sync"
	"time"
)

// earlyReturn has a handler that returns an error with the lock. The repair defers
// the release.
func earlyReturn(s *Stage, repaired bool) {
	a := &account{}
	handle := func(fails bool) {
		a.mu.Lock()
		if repaired {
			defer a.mu.Unlock()
		}
		Spin(s.Unit / 10)
		if fails {
			return
		}
		if !repaired {
			a.mu.Unlock()
		}
	}
	failed := make(chan bool)
	go func() {
		handle(false)
		handle(true)
		failed <- true
	}()
	<-failed
	for range s.N {
		go func() {
			s.hasIf(repaired, "stuck")
			handle(false)
		}()
	}
}

// firewallReload locks the driver and then its configuration, while a new network
// locks them the other way round. The repair has one order.
func firewallReload(s *Stage, repaired bool) {
	var config, driver sync.Mutex
	met := newBarrier(2)
	thread := func(first, second *sync.Mutex) {
		s.hasIf(repaired, "deadlock")
		if repaired {
			first, second = &config, &driver
			met.meet()
		}
		first.Lock()
		if !repaired {
			met.meet()
		}
		both(second, &sync.Mutex{}, s.Unit)
		first.Unlock()
	}
	go thread(&config, &driver)
	go thread(&driver, &config)
	time.Sleep(10 * s.Unit)
	for range s.N - 2 {
		go func() {
			s.hasIf(repaired, "stuck")
			Settle()
			both(&config, &driver, s.Unit)
		}()
	}
}

// comparedStatus compares under a read lock and calls a method that takes it again,
// while a writer comes between. The repair calls it without the lock.
func comparedStatus(s *Stage, repaired bool) {
	a := &account{}
	comparing := make(chan bool)
	generate := func() int {
		a.mu.RLock()
		defer a.mu.RUnlock()
		return a.value
	}
	go func() {
		s.hasIf(repaired, "deadlock")
		a.mu.RLock()
		comparing <- true
		Settle()
		if repaired {
			a.mu.RUnlock()
			generate()
			return
		}
		generate()
		a.mu.RUnlock()
	}()
	<-comparing
	go func() {
		s.hasIf(repaired, "deadlock")
		a.deposit()
	}()
}

// connectionTracker removes identities with the locks of the identity and then of
// its table, and connects them the other way round. The repair removes them without
// the lock of the identity.
func connectionTracker(s *Stage, repaired bool) {
	var table, identity sync.Mutex
	scan := func() {
		s.hasIf(repaired, "lock-order-inversion")
		if repaired {
			both(&identity, &sync.Mutex{}, s.Unit)
			both(&table, &identity, s.Unit)
			return
		}
		both(&identity, &table, s.Unit)
	}
	connect := func() {
		s.hasIf(repaired, "lock-order-inversion")
		both(&table, &identity, s.Unit)
	}
	for range s.N {
		alone(connect, scan)
	}
}

// logAndNode logs under the lock of a node, and the log reads the node under its own
// lock. The repair reads first.
func logAndNode(s *Stage, repaired bool) {
	var node sync.RWMutex
	var log sync.Mutex
	for range s.N {
		alone(func() {
			s.hasIf(repaired, "lock-order-inversion")
			both(&node, &log, s.Unit)
		}, func() {
			s.hasIf(repaired, "lock-order-inversion")
			if repaired {
				both(node.RLocker(), &sync.Mutex{}, s.Unit)
				both(&log, &sync.Mutex{}, s.Unit)
				return
			}
			both(&log, node.RLocker(), s.Unit)
		})
	}
}

// gossipStores reads the stores under the lock of the gossip, and gossips under the
// read lock of the stores, which others write. The repair gossips without it.
func gossipStores(s *Stage, repaired bool) {
	var gossip sync.Mutex
	var stores sync.RWMutex
	for range s.N {
		alone(func() {
			s.hasIf(repaired, "lock-order-inversion")
			both(&gossip, stores.RLocker(), s.Unit)
		}, func() {
			s.hasIf(repaired, "lock-order-inversion")
			if repaired {
				both(stores.RLocker(), &sync.Mutex{}, s.Unit)
				both(&gossip, &sync.Mutex{}, s.Unit)
				return
			}
			both(stores.RLocker(), &gossip, s.Unit)
		}, func() { both(&stores, &sync.Mutex{}, s.Unit) })
	}
}

// progressIfSync reads the revision of a store under the read lock of its watchers,
// while a transaction locks the watchers under the read lock of the store, and a
// commit wants to write. The repair reads the revision first.
func progressIfSync(s *Stage, repaired bool) {
	var watchers, store sync.RWMutex
	for range s.N {
		alone(func() {
			s.hasIf(repaired, "lock-order-inversion")
			if repaired {
				both(store.RLocker(), &sync.Mutex{}, s.Unit)
				both(watchers.RLocker(), &sync.Mutex{}, s.Unit)
				return
			}
			both(watchers.RLocker(), store.RLocker(), s.Unit)
		}, func() {
			s.hasIf(repaired, "lock-order-inversion")
			both(store.RLocker(), &watchers, s.Unit)
		}, func() { both(&store, &sync.Mutex{}, s.Unit) })
	}
}

// brokenStream receives from a silent connection under a read lock, and the
// reconnection waits for that lock. The repair receives without it.
func brokenStream(s *Stage, repaired bool) {
	var stream sync.RWMutex
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	s.Keep(ln)
	receiving := make(chan bool)
	for range s.N {
		conn, err := net.Dial("tcp", ln.Addr().String())
		if err != nil {
			panic(err)
		}
		go func() {
			stream.RLock()
			if repaired {
				stream.RUnlock()
			}
			receiving <- true
			io.Copy(io.Discard, conn)
			if !repaired {
				stream.RUnlock()
			}
		}()
		<-receiving
	}
	go func() {
		s.hasIf(repaired, "long-wait")
		stream.Lock()
		Spin(s.Unit / 10)
		stream.Unlock()
	}()
}
