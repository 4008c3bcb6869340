package tracefeed

import "testing"

// The names of methods of Rust begin with their type in angle brackets.
func TestIsThreading(t *testing.T) {
	for function, want := range map[string]bool{
		"pthread_mutex_lock":                                    true,
		"std::sys::futex::futex_wait":                           true,
		"<std::sys::sync::mutex::futex::Mutex>::lock_contended": true,
		"<app::Store>::put":                                     false,
		"main":                                                  false,
	} {
		if got := IsThreading(function); got != want {
			t.Errorf("%s: %v", function, got)
		}
	}
}
