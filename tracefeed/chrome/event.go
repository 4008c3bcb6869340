package chrome

import (
	"encoding/json"
	"math"
	"strconv"

	"tiv/tracefeed/slicefeed"
)

// event is the fields of an event: bytes of the file, strings with their quotes.
type event struct {
	phase                      byte
	name, cat                  []byte // without quotes
	ts, dur, tts, tdur         []byte
	pid, tid                   []byte
	id, id2, scope, args, mark []byte
	frame, weight              []byte // of a sample
}

// event reads an event, or skips a value that is none: then its phase is 0.
func (s *scanner) event(ev *event) error {
	*ev = event{}
	if s.peek() != '{' {
		_, err := s.value()
		return err
	}
	s.i++
	if s.is('}') {
		return nil
	}
	for {
		key, err := s.text()
		if err != nil {
			return err
		}
		if !s.is(':') {
			return s.unexpected()
		}
		v, err := s.value()
		if err != nil {
			return err
		}
		if string(v) != "null" {
			ev.set(key, v)
		}
		more := s.is(',')
		if s.is('}') { // perhaps behind a comma
			return nil
		}
		if !more {
			return s.unexpected()
		}
	}
}

// set sets a field.
func (ev *event) set(key, v []byte) {
	switch string(key) {
	case "ph":
		if ev.phase = '?'; len(bare(v)) == 1 {
			ev.phase = bare(v)[0]
		}
	case "name":
		ev.name = bare(v)
	case "cat":
		ev.cat = bare(v)
	case "ts":
		ev.ts = v
	case "dur":
		ev.dur = v
	case "tts":
		ev.tts = v
	case "tdur":
		ev.tdur = v
	case "pid":
		ev.pid = v
	case "tid":
		ev.tid = v
	case "id":
		ev.id = v
	case "id2":
		ev.id2 = v
	case "scope":
		ev.scope = v
	case "args":
		ev.args = v
	case "sf":
		ev.frame = v
	case "weight":
		ev.weight = v
	case "s":
		ev.mark = bare(v)
	}
}

// bare returns the bytes of a string without its quotes, others as they are.
func bare(v []byte) []byte {
	if len(v) >= 2 && v[0] == '"' {
		return v[1 : len(v)-1]
	}
	return v
}

// plain returns the text of a string between its quotes.
func plain(v []byte) []byte {
	for _, c := range v {
		if c == '\\' {
			var text string
			if json.Unmarshal(append(append([]byte{'"'}, v...), '"'), &text) == nil {
				return []byte(text)
			}
			break
		}
	}
	return v
}

// micros returns a number of microseconds in nanoseconds, rounded to the nearest. ok is
// false without a number that fits.
func micros(v []byte) (ns int64, ok bool) {
	v = bare(v)
	negative := len(v) > 0 && v[0] == '-'
	digits := v
	if negative {
		digits = v[1:]
	}
	n, i := int64(0), 0
	for ; i < len(digits) && i < 16 && isDigit(digits[i]); i++ {
		n = n*10 + int64(digits[i]-'0')
	}
	if i == 0 {
		return 0, false
	}
	if n *= 1000; i < len(digits) && digits[i] == '.' {
		unit := int64(100)
		for i++; i < len(digits) && isDigit(digits[i]); i++ {
			if unit == 0 {
				if digits[i] >= '5' {
					n++
				}
				unit = -1
			} else if unit > 0 {
				n, unit = n+int64(digits[i]-'0')*unit, unit/10
			}
		}
	}
	if i < len(digits) { // an exponent, or more digits than fit
		return roughMicros(v)
	}
	if negative {
		n = -n
	}
	return n, -slicefeed.MaxTime <= n && n <= slicefeed.MaxTime
}

// roughMicros is micros for numbers in other forms, with the precision of a float64.
func roughMicros(v []byte) (int64, bool) {
	f, err := strconv.ParseFloat(string(v), 64)
	if f = math.Round(f * 1000); err != nil || !(math.Abs(f) <= slicefeed.MaxTime) {
		return 0, false
	}
	return int64(f), true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
