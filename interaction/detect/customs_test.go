package detect_test

import (
	"context"
	"strings"
	"testing"

	"tiv/interaction/detect"
)

// TestCustoms has threads that wait for Go's locks to the end of the trace: in a ring,
// and behind a thread that ended. They are accused unless it is known, or
// usual, that another thread releases such a lock.
func TestCustoms(t *testing.T) {
	t.Parallel()
	const (
		ring = `
			10ms A monitor-enter M stack=s1
			10ms B monitor-enter N stack=s1
			11ms A monitor-wait N stack=s2
			12ms B monitor-wait M stack=s2
			900ms D ready`
		again = `
			10ms B monitor-enter M stack=s1
			12ms B monitor-wait M stack=s2
			900ms D ready`
		ended = `
			10ms A monitor-enter M stack=s1
			11ms A end
			12ms B monitor-wait M stack=s2
			900ms D ready`
		other   = "1ms A monitor-enter O stack=s1\n2ms A monitor-exit O\n"
		same    = "1ms C monitor-enter M stack=s3\n2ms C monitor-exit M\n3ms C monitor-enter N stack=s3\n4ms C monitor-exit N\n"
		mayOpen = "It is a deadlock unless another thread releases this lock, which Go allows."
		hand    = "5ms A monitor-enter P stack=s1\n6ms C monitor-exit P\n"
	)
	for _, c := range []struct {
		name, story string
		// want is the finding about A and B, or B; "" for none that accuses.
		want, note string
	}{
		{"nothing is known about the locks", ring, "deadlock: It never will, unless another thread releases one of " +
			"these locks, which Go allows.", ""},
		{"locks of the same place were released by their holders", other + ring, "deadlock: No other thread " +
			"has released such a lock.", ""},
		{"and one of them by another thread", other + hand + ring, "", "It is a deadlock unless"},
		{"these locks were released by their holders", same + ring, "deadlock: No other thread has released", ""},
		{"only one of them was", strings.Split(same, "3ms")[0] + ring, "deadlock: It never will, unless", ""},
		{"the runtime has proven it", strings.ReplaceAll(ring, "stack=s2", "stack=s2 lasts=forever"),
			"deadlock: The runtime has proven that it never will.", ""},
		{"the runtime has proven a part", strings.Replace(ring, "N stack=s2", "N stack=s2 lasts=forever", 1),
			"deadlock: It never will, unless", ""},
		{"the runtime has proven a part, and locks like the other were handed over",
			hand + strings.Replace(ring, "N stack=s2", "N stack=s2 lasts=forever", 1), "stuck: Nothing can ever wake it.", ""},
		{"locks that only their owners can release", strings.ReplaceAll(ring, "stack=s2", "stack=s4"), "deadlock: and never opened.", ""},

		{"the functions of two Onces call each other", strings.ReplaceAll(ring, "stack=s2", "stack=s5"), "deadlock: and never opened.", ""},
		{"the function of a Once calls it", strings.ReplaceAll(again, "stack=s2", "stack=s5"), "deadlock: and never opened.", ""},

		{"a thread that waits for its own lock", again, "deadlock: It never will, unless another thread releases " +
			"this lock, which Go allows.", ""},
		{"a thread that waits for its own lock, not for long", strings.Replace(again, "12ms", "800ms", 1), "", mayOpen},
		{"a thread that waits for its own lock, and has started another one",
			strings.Replace(again, "12ms", "11ms E start by=B\n12ms", 1), "", mayOpen},
		{"a thread that waits for its own lock, and has started one that started another",
			strings.Replace(again, "12ms", "11ms E start by=B\n11ms F start by=E\n11ms E end\n12ms", 1), "", mayOpen},
		{"a thread that waits for its own lock, and has started one that has ended",
			strings.Replace(again, "12ms", "11ms E start by=B\n11ms E end\n12ms", 1), "deadlock: It never will", ""},
		{"a thread that waits for its own lock, and started another one before", "5ms E start by=B\n" + again,
			"deadlock: It never will", ""},
		{"a thread that waits for its own lock, and has woken another one",
			"9ms E start\n9ms E suspend-start channel\n" +
				strings.Replace(again, "12ms", "11ms - wake E by=B\n11ms E suspend-end\n12ms", 1), "", mayOpen},
		{"a thread that waits for its own lock, one like which was handed over", hand + again, "", mayOpen},
		{"a thread that waits for its own lock, that of a sync.Once", strings.ReplaceAll(again, "stack=s2", "stack=s5"),
			"deadlock: and never opened.", ""},
		{"a thread that waits for its own lock, released by its holder before", same + again,
			"deadlock: No other thread has released", ""},

		{"the holder has ended, nothing is known", ended, "", "B waits behind A, which holds mutex M and has ended. " +
			"It has been waiting in bank.want (bank.go:2) since 12 ms and never got it (888 ms). Another thread may " +
			"still release the lock, which Go allows."},
		{"the holder has ended, who released another such lock", other + ended, "stuck: and has ended", ""},
		{"the holder has ended, others released the lock", same + ended, "", "B waits behind A, which holds mutex M " +
			"and has ended. It has been waiting in bank.want (bank.go:2) since 12 ms and never got it (888 ms). " +
			"Another thread may still release the lock, which Go allows."},
		{"the holder has ended, its acquisition was not recorded, holders released the lock",
			same + strings.Replace(ended, " stack=s1", "", 1), "stuck: and has ended", ""},
		{"the same, and others released it, too",
			hand + "7ms C monitor-enter M stack=s1\n8ms D monitor-exit M\n" + strings.Replace(ended, " stack=s1", "", 1), "", ""},
		{"the holder of a semaphore has ended, nothing is known", strings.Replace(ended, "stack=s2", "stack=s6", 1), "",
			"Another thread may still release the lock"},
		{"the holder of a semaphore has ended, who released another one",
			other + strings.Replace(ended, "stack=s2", "stack=s6", 1), "stuck: and has ended", ""},
		{"the holders of two semaphores wait for each other", strings.ReplaceAll(ring, "stack=s2", "stack=s6"),
			"deadlock: It never will, unless another thread", ""},
		{"the holder has ended, and nothing can reach the lock",
			strings.Replace(ended, "M stack=s2", "M stack=s2 lasts=forever", 1), "stuck: ", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tl := tell(t, "tiv-text 1", locking+"0s A start\n0s B start\n0s C start\n0s D start\n"+c.story)
			var accusations, notes []string
			for _, f := range detect.Find(context.Background(), tl, nil).Findings {
				if f.Severity.Accuses() {
					accusations = append(accusations, f.Kind+": "+f.Text)
				}
				for _, f := range append(f.Also, f) {
					notes = append(notes, f.Text)
				}
			}
			kind, part, _ := strings.Cut(c.want, ": ")
			switch {
			case c.want == "" && len(accusations) == 0:
			case len(accusations) != 1 || !strings.HasPrefix(accusations[0], kind+": ") || !strings.Contains(accusations[0], part):
				t.Errorf("accusations %q, want %q", accusations, c.want)
			}
			if all := strings.Join(notes, "\n"); !strings.Contains(all, c.note) || strings.Contains(all, "A waits behind") {
				t.Errorf("notes %q, want %q", notes, c.note)
			}
		})
	}
}

// locking has stacks of acquisitions: s1 to s3 of Go's locks at different places, s4 of
// another lock, s5 of the one in a sync.Once, s6 of a semaphore.
const locking = `frame lock sync.(*Mutex).Lock /go/mutex.go:40
frame f1 bank.open /bank.go:1
frame f2 bank.want /bank.go:2
frame f3 bank.audit /bank.go:3
stack s1 lock f1
stack s2 lock f2
stack s3 lock f3
stack s4 f2
frame once sync.(*Once).doSlow /go/once.go:70
stack s5 lock once f2
frame acquire golang.org/x/sync/semaphore.(*Weighted).Acquire /semaphore.go:60
stack s6 acquire f2
`
