package tracefeed

import "strings"

// IsThreading reports whether a function belongs to the threads and locks of the libraries
// of C, C++ and Rust, so that its caller is of more interest.
func IsThreading(function string) bool {
	for _, prefix := range []string{"pthread_", "sem_wait", "sem_timedwait", "sem_clockwait", "std::", "<std::", "__gthread_"} {
		if strings.HasPrefix(function, prefix) {
			return true
		}
	}
	return false
}
