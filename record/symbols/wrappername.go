package symbols

import (
	"slices"
	"strings"
	"unicode"
)

// The words in names of functions that take locks: the operations, and what may follow.
var (
	operations = []string{"lock", "trylock", "timedlock", "rdlock", "wrlock", "rlock", "wlock", "spinlock"}
	manners    = []string{"timed", "shared", "exclusive", "slow", "slowpath", "contended", "read", "reader", "write", "writer",
		"for", "until", "internal", "impl", "common", "intr", "nested", "irq", "irqsave", "bh", "raw"}
	acquisitions = []string{"acquire", "enter", "take", "get"}
	locks        = []string{"lock", "rwlock", "spinlock", "mutex", "mtx", "sem", "semaphore", "spin", "latch", "monitor", "critical", "gil"}
	guards       = []string{"lock", "locker", "guard", "holder", "autolock"}
)

// wrapperName reports whether a function takes a lock for its caller, by its name: the last
// word is an operation ("my_lock", "uv_mutex_lock", "SpinLock::Lock"), or an acquisition
// with a lock before it ("LWLockAcquire"), or it makes a guard ("MutexLock::MutexLock").
func wrapperName(function string) bool {
	parts := strings.Split(function, "::")
	last := parts[len(parts)-1]
	own := words(last)
	if len(own) == 0 {
		return false
	}
	if len(parts) > 1 && parts[len(parts)-2] == last {
		return slices.Contains(guards, own[len(own)-1])
	}
	for len(own) > 1 && slices.Contains(manners, own[len(own)-1]) {
		own = own[:len(own)-1]
	}
	end := own[len(own)-1]
	if slices.Contains(operations, end) {
		return true
	}
	all := own
	if len(parts) > 1 {
		all = append(words(parts[len(parts)-2]), own...)
	}
	isLock := func(w string) bool { return slices.Contains(locks, w) }
	return slices.Contains(acquisitions, end) && slices.ContainsFunc(all, isLock) ||
		slices.Contains(acquisitions, own[0]) && (isLock(end) || slices.ContainsFunc(own, isLock) && end == "section")
}

// words returns the words of a name, in lower case.
func words(name string) (list []string) {
	runes := []rune(name)
	begin := 0
	flush := func(end int) {
		if end > begin {
			list = append(list, strings.ToLower(string(runes[begin:end])))
		}
		begin = end
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush(i)
			begin = i + 1
		case i == 0 || !unicode.IsUpper(r):
		case unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]) && unicode.IsUpper(runes[i-1]):
			flush(i)
		}
	}
	flush(len(runes))
	return list
}
