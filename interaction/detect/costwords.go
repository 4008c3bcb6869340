package detect

import (
	"fmt"

	"tiv/tracefeed"
)

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
