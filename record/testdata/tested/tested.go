// Package tested has a test, which runs under the recorder.
package tested

import "sync"

var lock sync.Mutex

// Twice returns 2n, under a lock.
func Twice(n int) int {
	lock.Lock()
	defer lock.Unlock()
	return 2 * n
}
