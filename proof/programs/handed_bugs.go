package main

import (
	"sync"
	"time"
)

// abbaBesideSignals has mutexes that are constantly handed over, and a deadlock
// of two others.
func abbaBesideSignals(l *life) {
	r := &registry{}
	for range 2 {
		go r.scrapeAlways()
	}
	go (&restarter{}).restart(l)
	c := &catalogue{items: map[string]int{}}
	var disk sync.WaitGroup
	disk.Add(2)
	l.calm()
	go c.reindex(&disk)
	go c.insert(&disk)
	disk.Wait()
	l.rest()
}

func (c *catalogue) insert(disk *sync.WaitGroup) {
	c.store.Lock()
	defer c.store.Unlock()
	disk.Done()
	disk.Wait()
	c.index.Lock()
	defer c.index.Unlock()
	c.names = append(c.names, "new")
}

// signalLost has a mutex as a signal. The part that fails to start returns
// without an unlock, and the goroutine that waits for its start waits forever.
func signalLost(l *life) {
	l.calm()
	go (&restarter{}).restartUntilError()
	l.rest()
}

func (r *restarter) restartUntilError() {
	for n := range 10 {
		r.running.Lock()
		go r.startOrFail(n == 5)
		r.running.Lock()
		r.starts++
		r.running.Unlock()
		time.Sleep(2 * time.Millisecond)
	}
}

func (r *restarter) startOrFail(fails bool) {
	time.Sleep(time.Millisecond)
	if fails {
		return
	}
	r.running.Unlock()
}

// upgradeTogether has two readers of one lock that both want to write before
// they end their reads.
func upgradeTogether(l *life) {
	d := newDirectory()
	var alone, both sync.WaitGroup
	alone.Add(1)
	d.addUnlessKnown("ann", &alone)
	l.calm()
	both.Add(2)
	for _, name := range []string{"dora", "emil"} {
		go d.addUnlessKnown(name, &both)
	}
	both.Wait()
	l.rest()
}

func (d *directory) addUnlessKnown(name string, both *sync.WaitGroup) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	both.Done()
	both.Wait()
	if _, ok := d.numbers[name]; !ok {
		d.mu.Lock()
		d.numbers[name] = len(d.numbers) + 1
		d.mu.Unlock()
	}
}
