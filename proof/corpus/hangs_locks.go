package corpus

import (
	"sync"
	"time"
)

// A fileIndex is a table of names. Its exported methods lock it.
type fileIndex struct {
	mu    sync.Mutex
	names map[string]int
	used  tally
}

func newFileIndex(s *Stage) *fileIndex {
	x := &fileIndex{names: map[string]int{}}
	s.Keep(x)
	return x
}

// add adds a name.
func (x *fileIndex) add(name string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.names[name]++
	x.used.Add(1)
}

// rename locks the index and then, through two more methods, once more.
func (x *fileIndex) rename(from, to string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.names, from)
	x.record(to)
}

func (x *fileIndex) record(name string) { x.recordAll([]string{name}) }

func (x *fileIndex) recordAll(names []string) {
	for _, name := range names {
		x.add(name)
	}
}

// relocksAlone has a goroutine that waits for itself after all others have ended.
func relocksAlone(s *Stage) {
	x := newFileIndex(s)
	var scan sync.WaitGroup
	for range s.N {
		scan.Go(func() {
			for range 3 {
				x.add("file")
				time.Sleep(s.Unit)
			}
		})
	}
	scan.Wait()
	go func() {
		s.hungRoot(true)
		x.rename("file", "other")
	}()
}

// relocksBefore has one with all others behind it.
func relocksBefore(s *Stage) {
	x := newFileIndex(s)
	for range s.N {
		go func() {
			s.repeat(Hang, func() {
				x.add("file")
				s.pause()
			})
		}()
	}
	x.used.atLeast(3 * s.N)
	go func() {
		s.hungRoot(true)
		x.rename("file", "other")
	}()
}

// A routeTable is read by all requests.
type routeTable struct {
	mu     sync.RWMutex
	routes map[string]string
	reads  tally
}

func (t *routeTable) lookup(path string) string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	t.reads.Add(1)
	return t.routes[path]
}

func (t *routeTable) replace(routes map[string]string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.routes = routes
}

// resolve looks a path up while it reads; first runs between the two reads.
func (t *routeTable) resolve(path string, first func()) string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	first()
	return t.lookup(t.routes[path])
}

// rereads has a reader that reads again after a writer has come.
func rereads(s *Stage) {
	t := &routeTable{}
	s.Keep(t)
	for range s.N {
		go func() {
			s.repeat(Hang, func() {
				t.lookup("/")
				s.pause()
			})
		}()
	}
	t.reads.atLeast(3 * s.N)
	reading := make(chan bool)
	go func() {
		s.hungRoot(true)
		t.resolve("/", func() {
			close(reading)
			Until(func() bool { // a writer waits
				if t.mu.TryRLock() {
					t.mu.RUnlock()
					return false
				}
				return true
			})
		})
	}()
	<-reading
	go func() {
		s.hungRoot(true)
		t.replace(nil)
	}()
}

// A visitLog counts visits. It panics without a name, and then keeps its lock.
type visitLog struct {
	mu     sync.Mutex
	visits map[string]int
	all    tally
}

func (l *visitLog) visit(name string) {
	l.mu.Lock()
	if name == "" {
		panic("no name")
	}
	l.visits[name]++
	l.mu.Unlock()
	l.all.Add(1)
}

// holderGone has a request that panics under the lock. The server recovers, and the
// goroutine of the request ends.
func holderGone(s *Stage) {
	l := &visitLog{visits: map[string]int{}}
	s.Keep(l)
	for range s.N {
		go func() {
			s.repeat(Hang, func() {
				l.visit("page")
				s.pause()
			})
		}()
	}
	l.all.atLeast(3 * s.N)
	go func() {
		defer func() { _ = recover() }()
		l.visit("")
	}()
}

// onceAwaitsUser has a first use that waits for a worker, which begins with a use.
func onceAwaitsUser(s *Stage) {
	var settings struct {
		once  sync.Once
		ready chan bool
	}
	settings.ready = make(chan bool)
	s.Keep(&settings)
	use := func(start func()) { settings.once.Do(start) }
	started := make(chan bool)
	go func() {
		s.hungRoot(true)
		use(func() {
			go func() {
				s.hung()
				s.Has("deadlock")
				use(nil)
				settings.ready <- true
			}()
			close(started)
			<-settings.ready
		})
	}()
	<-started
	for range s.N {
		go func() {
			s.hung()
			use(nil)
		}()
	}
}

// onceSlow has a first use that takes hours.
func onceSlow(s *Stage) {
	once := new(sync.Once)
	s.Keep(once)
	for range s.N {
		go once.Do(lasts)
	}
}

// lasts sleeps beyond the end of any run.
func lasts() { time.Sleep(time.Hour) }
