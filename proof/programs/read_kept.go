package main

// readLockKept has a reader that returns early and keeps its lock. The next
// writer waits forever, and later readers wait behind the writer.
func readLockKept(l *life) {
	c := newConfig()
	c.lookup("colour")
	l.calm()
	ended := make(chan bool)
	go func() {
		c.lookup("no such key")
		close(ended)
	}()
	<-ended
	go c.set("colour", "red")
	until(func() bool { return !readable(&c.mu) })
	for range 3 {
		go c.lookup("colour")
	}
	l.rest()
}

// lookup keeps the lock on its error path.
func (c *config) lookup(key string) (string, bool) {
	c.mu.RLock()
	value, ok := c.values[key]
	if !ok {
		return "", false
	}
	c.mu.RUnlock()
	return value, true
}
