package report

import "tiv/interaction/detect"

// Advice returns what to look at next for a finding, in a sentence or two; "" if the text
// of the finding already says it.
func Advice(f *detect.Finding) string {
	if f.Reason == detect.Still && !f.Severity.Accuses() {
		return idleAdvice
	}
	return advice[f.Reason]
}

const idleAdvice = "Nothing, if the program is to wait here. Else look for the code that was to end these waits."

var advice = map[detect.Reason]string{
	detect.Closed:    "Let all threads take these locks in one order, or put one lock around both.",
	detect.Inverted:  "Let all threads take these locks in one order.",
	detect.Endless:   "Look for the code that was to end the wait, such as the other end of the channel, and why it never runs. Give the wait a second way to end, such as a timeout.",
	detect.Behind:    "Look at the thread at the root first: the others go on when it does.",
	detect.Abandoned: "Look at why the threads that ended the earlier waits have ended, and which thread was to take their place.",
	detect.Still:     "Look for the code that was to end these waits, and why no thread runs it.",
	detect.Enclosed:  "Look at the thread at the root, or at the path on which a place is taken and never given back. Release the lock before that wait, or give the wait a second way to end, such as a timeout.",
	detect.Overdue:   "Look at what the holder waits for, and why it never comes. Release the lock before that wait, or limit the wait.",
	detect.Contended: "Look at the code that runs while the lock is held: do less of it there, take the lock less often, or divide what it protects.",
	detect.Chained:   "Look at why threads take another lock while they hold this one: release one before the other, or hold both for a shorter time.",
	detect.Queued:    "Look at what changed when the queue began: a longer hold, or more threads. Hold the lock for a shorter time, or take it less often.",
}
