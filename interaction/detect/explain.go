package detect

import "tiv/interaction"

// Explanation explains a kind of finding to people.
type Explanation struct {
	// Is defines it in a sentence or two, Next says what to look at next.
	Is, Next string
}

// Explain returns the explanation of a kind, the zero value for an unknown one.
func Explain(kind string) Explanation { return explanations[kind] }

const seeHold = "Go to Worst: look at what the holder does there, and hold the lock for less time."

var explanations = map[string]Explanation{
	Deadlock: {"Each thread of a ring waits for a lock that the next one holds, to the end of the trace.",
		"Look at the two places at which each thread took its locks: one order for all of them prevents the ring."},
	Stuck: {"Nothing in the program can end the wait any more.",
		"Look at the place of the wait, and at the thread that should have ended it."},
	Leak: {"Threads that wait at the same place, and nothing in the program can end their waits.",
		"Look at where they are started, and let each of them end: by a closed channel or a cancelled context."},
	Hang: {"Threads wait, none of them has gone on for the last part of the trace, and they are most of the program or of their function.",
		"Look at the thread at the root: let it release its lock before it waits, or give its wait a second way to end."},
	BlockingChain: {"Time lost behind a lock in waits for other locks, whose holders waited for this one.",
		"Go to Worst, select a waiting thread, and follow its chain to the holder: that lock is the one to change, " +
			"not the one with most waits."},
	LongHold: {"The holder of a lock mostly slept, or waited for a device or another event, while other threads waited for the lock.",
		"Go to Worst: release the lock before that wait."},
	Convoy: {"A queue that began and stayed, while the lock was acquired less often than before: each hand-over costs a wake-up.",
		"Compare Before and Begin: look at what took longer under the lock, or use it less often."},
	Contention: {"Time lost in waits for a lock. A wait is charged to the lock at the end of its chain.", seeHold},
	LockOrderInversion: {"Threads took locks in orders that can deadlock. It did not happen in this trace.",
		"Look at the places of both acquisitions, and take the locks in one order."},
	Starvation: {"A thread waited far longer than its equals, or others overtook it again and again.",
		"Go to Begin, and look at who goes on while the thread waits."},
	ThunderingHerd: {"Many threads were woken at once, and all but a few had to wait again.",
		"Look at where they are woken: wake one, or as many as can go on."},
	Oversubscription: {"As many threads as processors, or more, waited for a processor, for long.",
		"Look at what the running threads compute, or let fewer of them work at once."},
	Serialization: {"One thread ran, and the others waited for a signal that it gave afterwards.",
		"Look at what that thread computes there: split that work, or give the others something to do meanwhile."},
	Imbalance: {"Equal threads had unequal work, and other threads waited for the last one.",
		"Divide the work into smaller pieces, or let each thread fetch the next piece."},
	GCPressure: {"Threads lost time to the garbage collector: suspended for it, or waiting for processors that it used.",
		"Look at what allocates most: reuse memory, or allow a larger heap."},
	TaskInterference: {"Threads that worked for tasks of one type waited for a lock that a thread held for a task of another, or for none.",
		"Look with tiv tasks --waits at who held the lock, and hold it for less time there."},
	Queueing: {"Tasks began, or were handed on, and no thread worked for them until one was free.",
		"Look at the threads that took them: if they are busy, more of them or less work help; if they are idle, look at what wakes them."},
	SlowTasks: {"The slowest tasks of a type take far longer than the others.",
		"Look with tiv tasks --compare at all differences, and with --task N at one of the slow ones."},
	IOWait: {"Most of the active time of a group of threads went to operations on files.",
		"Read and write less, or in larger pieces, or let other threads do it meanwhile."},
	AnswerWait: {"Threads of one process waited for answers of another over connections, from the request on.",
		"Look at what the last thread of the longest wait does: it is named with all threads that lead to it."},
	Cycle: {"A ring of threads that waited for each other opened again, because a wait timed out or was given up.",
		"Look at the places of the ring: one order of locks prevents it."},
	LongWait: {"A wait for a lock that lasts to the end of the trace, whose holder may still let go.",
		"If the holder is known, look at what it does, else at where the waiting threads take the lock."},
	PileUp: {"Threads started one after the other that all wait at one place. Leaked threads look like this, and so do idle subscribers.",
		"Look at where they are started, and whether each of them will go on."},
}

// EvidenceHelp explains the evidence of a finding.
func EvidenceHelp(e interaction.Evidence) string {
	switch e {
	case interaction.Proven:
		return "Proven: the runtime of the program has proven it."
	case interaction.Observed:
		return "Observed: the trace shows the waits, holders or states that it rests on."
	case interaction.Inferred:
		return "Inferred: it rests on indirect data, such as the threads that ended earlier waits."
	case interaction.Statistical:
		return "Statistical: it follows from a number of equal cases."
	}
	return "Unknown: the trace does not name the thread waited for."
}
