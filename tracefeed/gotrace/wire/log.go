package wire

// The categories of log events whose task is a number: the lock operations and the calls
// left out since the start, and the size in bytes at which the recording ends.
const (
	omittedCategory  = "tiv.omitted"
	uncalledCategory = "tiv.uncalled"
	fullCategory     = "tiv.full"
)

// leakCategory marks a log event of a program run by tiv record: the runtime
// has proven that the goroutine whose id is the event's task waits forever. Its
// message is a letter; the only one so far is l.
const leakCategory = "tiv.leak"

// looksCategory marks a log event whose task is the number of searches for leaked
// goroutines so far. The first one has 0. The message is off while the collector is off, so
// that there are no searches.
const looksCategory = "tiv.looks"

// The categories of log events about calls, whose message is the function. The task is the
// address of the method's receiver, 0 if there is none.
const (
	callCategory   = "tiv.call"
	returnCategory = "tiv.return"
	typeCategory   = "tiv.type"  // the message is the type of the task of a call
	aboveCategory  = "tiv.above" // the message is a type and the interfaces that it implements
)

// itemCategory marks a log event about an item of a channel. Its task is the number of the
// channel, in the upper half, and that of the item; or a goroutine. Its message is a letter.
const itemCategory = "tiv.item"

var itemLetters = map[string]Kind{"p": ItemPut, "t": ItemTaken, "f": ItemPartner, "g": ItemHanded, "h": ItemFetched, "l": ItemLeft}

// The categories of log events about bytes of a stream, whose message is its name. The task is a position.
const (
	putCategory  = "tiv.put"
	takeCategory = "tiv.take"
)

// HasUser reports whether the details of a log event are in Names.User.
func (k Kind) HasUser() bool {
	switch k {
	case CallBegin, CallEnd, CallTyped, TypeNamed, ItemPut, ItemTaken, ItemHanded, ItemFetched, ItemLeft, StreamPut, StreamTaken:
		return true
	}
	return false
}

// LogKind returns the kind of a log event of a recorder; StateChange for all
// others, which readers ignore.
func LogKind(category, message string) Kind {
	switch category {
	case leakCategory:
		if message == "l" {
			return LeakProven
		}
	case looksCategory:
		if message == "off" {
			return LeaksUnsought
		}
		return LeaksSought
	case callCategory:
		return CallBegin
	case returnCategory:
		return CallEnd
	case typeCategory:
		return CallTyped
	case aboveCategory:
		return TypeNamed
	case itemCategory:
		return itemLetters[message]
	case putCategory:
		return StreamPut
	case takeCategory:
		return StreamTaken
	}
	return lockEvent(category, message)
}

// lockCategory marks a log event about a lock. Its task is the lock's address,
// and the first letter of its message is the kind.
const lockCategory = "tiv.lock"

// lockLetters are the kinds by letter. Other messages are ignored. The task of
// o, p, q, j, y and z is a goroutine, and the lock is the one in the previous event.
// Recorders that do not know owners write r and u for every release.
var lockLetters = [256]Kind{
	'w': LockRequested, 'a': LockAcquired, 'r': LockReleased, 'x': RLockRequested, 's': RLockAcquired, 'u': RLockReleased,
	'e': OwnReleased, 't': OwnReleased, 'h': OtherReleased, 'v': OtherReleased,
	'i': UnitTaken, 'j': UnitOwnerNamed,
	'n': SignalAwaited, 'c': ChannelAwaited, 'k': LockNamed, 'o': OwnerNamed, 'p': ReaderNamed, 'q': OwnerGone,
	'y': WaiterNamed, 'z': RWaiterNamed,
}

// NamesGoroutine reports whether the task of a log event is a goroutine.
func (k Kind) NamesGoroutine() bool {
	switch k {
	case OwnerNamed, ReaderNamed, OwnerGone, UnitOwnerNamed, WaiterNamed, RWaiterNamed, ItemPartner:
		return true
	}
	return false
}

// lockEvent returns the kind of a log event about locks; StateChange if it is
// to be ignored.
func lockEvent(category, message string) Kind {
	switch category {
	case omittedCategory:
		return LocksOmitted
	case uncalledCategory:
		return CallsOmitted
	case fullCategory:
		return RecordingFull
	case lockCategory:
		if message != "" {
			return lockLetters[message[0]]
		}
	}
	return StateChange
}
