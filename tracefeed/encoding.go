package tracefeed

import (
	"bufio"
	"bytes"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// byteOrderMarks are those with which Windows begins texts.
var byteOrderMarks = []struct {
	mark []byte
	text encoding.Encoding // nil for UTF-8
}{
	{[]byte("\xef\xbb\xbf"), nil},
	{[]byte("\xff\xfe"), unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)},
	{[]byte("\xfe\xff"), unicode.UTF16(unicode.BigEndian, unicode.UseBOM)},
}

// decode returns a text in UTF-8 without a byte order mark; changed is false for other files,
// which it leaves as they are.
func decode(r *bufio.Reader) (out *bufio.Reader, changed bool) {
	for _, m := range byteOrderMarks {
		start, _ := r.Peek(len(m.mark))
		switch {
		case !bytes.Equal(start, m.mark):
			continue
		case m.text == nil:
			r.Discard(len(m.mark)) // they are buffered
			return r, true
		}
		return bufio.NewReaderSize(transform.NewReader(r, m.text.NewDecoder()), 1<<16), true
	}
	if order, ok := unmarked(r); ok {
		return bufio.NewReaderSize(transform.NewReader(r, unicode.UTF16(order, unicode.IgnoreBOM).NewDecoder()), 1<<16), true
	}
	return r, false
}

// unmarked returns the order of the bytes of a text in UTF-16 without a mark: its first
// characters are those of ASCII.
func unmarked(r *bufio.Reader) (unicode.Endianness, bool) {
	start, _ := r.Peek(SniffLen)
	if len(start) < SniffLen {
		return unicode.LittleEndian, false
	}
	little, big := true, true
	for i := 0; i < len(start); i += 2 {
		little = little && isText(start[i]) && start[i+1] == 0
		big = big && isText(start[i+1]) && start[i] == 0
	}
	if big {
		return unicode.BigEndian, true
	}
	return unicode.LittleEndian, little
}

func isText(b byte) bool { return ' ' <= b && b <= '~' || b == '\n' || b == '\r' || b == '\t' }
