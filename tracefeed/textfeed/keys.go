package textfeed

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// key is a set of the keys that may follow an event.
type key uint16

const (
	keyName key = 1 << iota
	keyBy
	keyMode
	keyCPU
	keyMonitor
	keyCause
	keyLasts
	keyStack
	keyWhat
	keyObject
	keyValue
)

// firstKeys are the keys of the first version of the format. In a trace of that
// version, a monitor or thread may have a name such as stack=3.
const firstKeys = keyName | keyBy | keyMode | keyCPU

// keyOf splits a word into its key and value; the key is 0 if it is none.
func keyOf(word []byte) (k key, value []byte) {
	for i, c := range word {
		if c != '=' {
			continue
		}
		switch string(word[:i]) {
		case "name":
			k = keyName
		case "by":
			k = keyBy
		case "mode":
			k = keyMode
		case "cpu":
			k = keyCPU
		case "monitor":
			k = keyMonitor
		case "cause":
			k = keyCause
		case "lasts":
			k = keyLasts
		case "stack":
			k = keyStack
		case "what":
			k = keyWhat
		case "object":
			k = keyObject
		case "value":
			k = keyValue
		default:
			return 0, nil
		}
		return k, word[i+1:]
	}
	return 0, nil
}

// parseValue parses the value of a key.
func (l *line) parseValue(k key, value []byte) (err error) {
	switch k {
	case keyName:
		l.name = unescape(value)
	case keyBy:
		l.other = parseName(value)
	case keyMonitor:
		l.monitor = parseName(value)
	case keyStack:
		l.stack = parseName(value)
	case keyWhat:
		l.what = parseName(value)
	case keyMode:
		l.shared = string(value) == "shared"
		if !l.shared && string(value) != "exclusive" {
			err = fmt.Errorf("mode=%s: want shared or exclusive", clip(value))
		}
	case keyLasts:
		l.forever = true
		if string(value) != "forever" {
			err = fmt.Errorf("lasts=%s: want forever", clip(value))
		}
	case keyCause:
		l.cause, err = parseCause(value, allCauses)
	case keyObject:
		l.object, err = parseNumber(value)
	case keyValue:
		l.value, err = parseNumber(value)
	case keyCPU:
		n, bad := strconv.ParseUint(string(value), 10, 31)
		if bad != nil || n == math.MaxInt32 {
			err = fmt.Errorf("cpu=%s: want the number of a processor, from 0", clip(value))
		}
		l.cpu = tracefeed.CPU(n + 1)
	}
	return err
}

// parseNumber parses a number of 64 bits: decimal and possibly negative, or
// hexadecimal, such as an address, where the highest bit is the sign.
func parseNumber(value []byte) (int64, error) {
	var n int64
	var err error
	if len(value) > 2 && value[0] == '0' && value[1] == 'x' {
		var u uint64
		u, err = strconv.ParseUint(string(value[2:]), 16, 64)
		n = int64(u)
	} else {
		n, err = strconv.ParseInt(string(value), 10, 64)
	}
	if err != nil {
		return 0, fmt.Errorf("invalid number %q: want 64 bits", clip(value))
	}
	return n, nil
}

var allCauses = func() []tracefeed.Cause {
	list := make([]tracefeed.Cause, tracefeed.NumCauses)
	for i := range list {
		list[i] = tracefeed.Cause(i)
	}
	return list
}()

// parseCause parses one of causes.
func parseCause(word []byte, causes []tracefeed.Cause) (tracefeed.Cause, error) {
	for _, c := range causes {
		if c.String() == string(word) {
			return c, nil
		}
	}
	list := make([]string, len(causes))
	for i, c := range causes {
		list[i] = c.String()
	}
	return 0, fmt.Errorf("unknown word %q; known: %s", clip(word), strings.Join(list, ", "))
}
