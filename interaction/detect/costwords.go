package detect

import (
	"fmt"

	"tiv/tracefeed"
)

// costText describes a cost that follows from states of threads; "" for other
// findings.
func (f *Finding) costText(w wording) string {
	switch f.Reason {
	case Crowded:
		return f.Crowd.text(f)
	case Alone:
		return f.Serial.text(f, w)
	case Collecting:
		return f.Collections.text(f)
	case OnDisk:
		return f.Disk.text(f)
	case Overtaken:
		return f.Starved.text(f, w)
	case Outrun:
		return f.Outran.text(f, w)
	case WokenInVain:
		return f.Herd.text(f, w)
	case Unequal:
		return f.Shares.text(f, w)
	}
	return ""
}

// members names a group of equal threads.
func members(group string, n int) string {
	if n == 1 {
		return group
	}
	return fmt.Sprintf("%s (%s)", group, threads(n))
}

// mostly names some threads by the group that most of them belong to.
func mostly(all int, group string, n int) string {
	if n == all {
		return members(group, n)
	}
	return fmt.Sprintf("%s, most of all %s,", threads(all), members(group, n))
}

// percent returns a part of 1 for people.
func percent(part float64) string {
	const whole = 1_000_000
	return tracefeed.Percent(tracefeed.Time(part*whole), whole)
}

// lostShare is the time lost, followed by some words and its share.
func (f *Finding) lostShare(words string) string {
	return fmt.Sprintf("%v%s (%s of all thread time)", f.Lost, words, percent(f.Share))
}
