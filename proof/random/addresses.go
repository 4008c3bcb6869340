package random

import "unsafe"

// addresses returns the addresses of the locks, as numbers that keep nothing alive.
func (o *objects) addresses() (list []uintptr) {
	for n := range maxLocks {
		if n%2 == 1 {
			list = append(list, uintptr(unsafe.Pointer(o.rw[n])))
		} else {
			list = append(list, uintptr(unsafe.Pointer(o.mutexes[n])))
		}
	}
	return list
}
