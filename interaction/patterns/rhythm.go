package patterns

import (
	"math"
	"slices"
)

// The seconds of a rhythm: at most of each step and of all in which something changes, and of each
// quiet step and of each stretch of these.
const (
	mostOfChange  = 0.4
	changes       = 30
	mostOfQuiet   = 0.02
	mostOfStretch = 1
)

// patternChange is the weight of a change of the pattern, in pairs that begin to wait.
const patternChange = 3

// Rhythm returns the seconds that each step takes in a playback that follows the changes of the
// picture: long where many threads begin to wait, start or end, or where the pattern changes. A
// quiet stretch takes a second or less, the whole trace at most a minute.
func (s *Series) Rhythm() []float64 {
	seconds := make([]float64, len(s.Moments))
	sum := 0.0
	for i := range s.Moments {
		seconds[i] = math.Log2(1 + float64(s.changes(i)))
		sum += seconds[i]
	}
	for i := 0; i < len(seconds); {
		if seconds[i] > 0 {
			seconds[i] = min(mostOfChange, seconds[i]*changes/sum)
			i++
			continue
		}
		end := i
		for end < len(seconds) && s.changes(end) == 0 {
			end++
		}
		for each := min(mostOfQuiet, mostOfStretch/float64(end-i)); i < end; i++ {
			seconds[i] = each
		}
	}
	return seconds
}

// changes returns the weight of the changes in a step.
func (s *Series) changes(i int) int {
	n := s.Moments[i].changes
	if i > 0 && !slices.Equal(s.Moments[i].Kinds, s.Moments[i-1].Kinds) {
		n += patternChange
	}
	return n
}
