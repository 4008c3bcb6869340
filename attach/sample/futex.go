package sample

import (
	"encoding/binary"

	"tiv/tracefeed"
)

// The operations of the futex system call that wait, and their flags.
const (
	futexWait            = 0
	futexLockPI          = 6
	futexWaitBitset      = 9
	futexWaitRequeuePI   = 11
	futexLockPI2         = 13
	futexCommand         = 0x7f
	futexPrivate         = 0x80
	futexOwner           = 0x3fffffff // the owner's number, in the word of a lock with priority inheritance
	contended            = 2          // the word of a mutex with waiters, of glibc, musl and Rust
	ownerField           = 8          // of glibc's pthread_mutex_t
	usersField           = 12
	kindField            = 16
	greatestKind         = 0x3ff // of the bits of a mutex's kind
	rwlockWriterField    = 24    // of pthread_rwlock_t
	rwlockPhaseField     = 8
	rwlockWritersField   = 12
	rwlockPhaseContended = 3
)

// futex returns the wait in the futex system call. A lock is told from
// a condition by the value that the thread expects in the word, and its owner is read
// from where glibc keeps it.
func (d *decoder) futex(c *call) wait {
	address, value := c.arguments[0], uint32(c.arguments[2])
	switch operation := c.arguments[1]; operation & futexCommand {
	case futexLockPI, futexLockPI2:
		w := wait{kind: tracefeed.MonitorWait, monitor: d.lock(address)}
		if word, ok := d.word(address); ok {
			w.other = d.threads[int(word&futexOwner)]
		}
		return w
	case futexWait, futexWaitBitset:
		if operation&futexPrivate == 0 && d.threads[int(value)] != tracefeed.NoThread {
			// glibc's pthread_join waits for the kernel to clear the thread's number.
			return wait{kind: tracefeed.SuspendStart, cause: tracefeed.CauseJoin, other: d.threads[int(value)]}
		}
		if owner, lock := d.mutex(address, value); lock {
			return wait{kind: tracefeed.MonitorWait, monitor: d.lock(address), other: owner}
		}
		if w, ok := d.rwlock(address, value); ok {
			return w
		}
		if value == contended {
			return wait{kind: tracefeed.MonitorWait, monitor: d.lock(address)}
		}
	}
	return wait{kind: tracefeed.SuspendStart, cause: tracefeed.CauseWait}
}

// mutex returns the owner of the pthread_mutex_t at an address, if there seems to be one.
// Its word has the owner's number if it is robust.
func (d *decoder) mutex(address uint64, value uint32) (owner tracefeed.ThreadID, ok bool) {
	if value != contended && d.threads[int(value&futexOwner)] == tracefeed.NoThread {
		return tracefeed.NoThread, false
	}
	var data [kindField + 4]byte
	if !d.target.memory(address, data[:]) {
		return tracefeed.NoThread, false
	}
	field := func(at int) uint32 { return binary.LittleEndian.Uint32(data[at:]) }
	owner = d.threads[int(field(ownerField))]
	// Other locks with the same word have other things at these places.
	plausible := field(usersField) >= 1 && field(usersField) <= maxUsers && field(kindField) <= greatestKind
	return owner, owner != tracefeed.NoThread && plausible
}

// maxUsers is more than the threads that use one mutex.
const maxUsers = 1 << 16

// rwlock returns the wait for a pthread_rwlock_t whose writer is known, by the address
// of one of its words.
func (d *decoder) rwlock(address uint64, value uint32) (wait, bool) {
	if value != contended && value != rwlockPhaseContended {
		return wait{}, false
	}
	for _, at := range []uint64{rwlockPhaseField, rwlockWritersField} {
		if address < at {
			continue
		}
		word, ok := d.word(address - at + rwlockWriterField)
		if writer := d.threads[int(word)]; ok && writer != tracefeed.NoThread {
			return wait{kind: tracefeed.MonitorWait, monitor: d.lock(address - at), other: writer}, true
		}
	}
	return wait{}, false
}

// word reads a word of the process's memory.
func (d *decoder) word(address uint64) (uint32, bool) {
	var data [4]byte
	ok := d.target.memory(address, data[:])
	return binary.LittleEndian.Uint32(data[:]), ok
}
