package subject

import (
	"fmt"
	"strings"

	"tiv/interaction/detect"
	"tiv/tracefeed"
)

// mostOthers is the number of other findings that a text describes.
const mostOthers = 3

// others describes the other findings of a moment, shorter in each text: a single one in its own words,
// several with a number or with names each. waits describes the long waits; "" for none, or if the details do.
func (t *Teller) others(findings []*detect.Finding, waits string) (texts []string) {
	const also = "also: "
	if len(findings) == 1 && findings[0].Brief != "" && waits == "" {
		texts = append(texts, also+findings[0].Brief)
	}
	var phrases []string
	if waits != "" {
		phrases = append(phrases, waits)
	}
	of := " of all thread time"
	for _, f := range findings[:min(len(findings), mostOthers)] {
		text := t.phrase(f)
		if f.Severity == detect.Cost && f.Share > 0 {
			text += ", " + tracefeed.PercentOf(f.Share) + of
			of = ""
		}
		phrases = append(phrases, text)
	}
	all := len(findings) + len(phrases) - min(len(findings), mostOthers)
	for n := min(len(phrases), mostOthers); n > 0; n-- {
		text := also + strings.Join(phrases[:n], " · ")
		if n < all {
			text += fmt.Sprintf(" · %d more", all-n)
		}
		texts = append(texts, text)
	}
	return texts
}

// causes are words for what threads lose time to, by the kind of finding.
var causes = map[string]string{
	detect.Oversubscription: "waits for processors",
	detect.GCPressure:       "garbage collection",
	detect.AnswerWait:       "waiting for answers of other processes",
	detect.IOWait:           "reading and writing files",
	detect.TaskInterference: "tasks blocked by other tasks",
	detect.Queueing:         "tasks in a queue",
	detect.SlowTasks:        "slow tasks",
	detect.Serialization:    "waits for one thread that runs alone",
	detect.Imbalance:        "waits for threads with more work",
	detect.ThunderingHerd:   "threads woken in vain",
	detect.Cycle:            "a ring of waits that opened again",
	detect.PileUp:           "threads that pile up at one place",
}

// phrase describes a finding beside others in plain words: its threads, or what they lose time to.
func (t *Teller) phrase(f *detect.Finding) string {
	switch f.Kind {
	case detect.Deadlock:
		return "a deadlock of " + t.some(f.Threads)
	case detect.LockOrderInversion:
		return "locks taken in different orders by " + t.some(f.Threads)
	case detect.Hang, detect.Stuck, detect.Leak:
		text := t.count(f.Threads) + " stuck"
		if c := f.Culprit(); c != tracefeed.NoThread {
			text += " behind " + t.name(c)
		}
		return text
	case detect.Starvation:
		return t.count(f.Threads) + " overtaken"
	case detect.LongWait:
		return t.count(f.Threads) + " waiting to the end"
	}
	b := f.Blame()
	switch {
	case b == nil && causes[f.Kind] != "":
		return causes[f.Kind]
	case b == nil:
		return f.Kind
	case b.Place != nil:
		return fmt.Sprintf("waits for %d locks", len(f.Monitors))
	}
	return "waits for " + t.Locks.Brief(b.Monitor)
}

// some names one or two threads, and counts the others.
func (t *Teller) some(threads []tracefeed.ThreadID) string {
	const named = 2
	if len(threads) <= named {
		return t.list(threads)
	}
	return t.name(threads[0]) + ", " + t.name(threads[1]) + " and " + tracefeed.Count(len(threads)-named) + " more"
}

// count names a single thread, and counts several.
func (t *Teller) count(threads []tracefeed.ThreadID) string {
	if len(threads) == 1 {
		return t.name(threads[0])
	}
	return tracefeed.Plural(len(threads), "thread")
}

// longWaits describes the threads of long waits for locks, of which it is not known whether they end: in a
// picture of a program that hangs, they are as conspicuous as those of the sentence. It is "" for none.
func longWaits(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "1 thread waits for a lock, perhaps for ever"
	}
	return tracefeed.Count(n) + " threads wait for locks, perhaps for ever"
}

// threadsOf counts the threads of long waits for locks.
func threadsOf(findings []*detect.Finding) int {
	threads := map[tracefeed.ThreadID]bool{}
	for _, f := range findings {
		if _, ok := f.Facts.(*detect.Lasting); ok {
			for _, t := range f.Asked() {
				threads[t] = true
			}
		}
	}
	return len(threads)
}

// beside adds a sentence to all texts, and has it alone as the shortest.
func beside(texts []string, sentence string) []string {
	for i := range texts {
		texts[i] += " " + sentence
	}
	return append(texts, sentence)
}
