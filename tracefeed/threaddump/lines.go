package threaddump

import (
	"bufio"
	"io"
	"strings"
)

// maxLine is the number of bytes kept of a line.
const maxLine = 1 << 16

// lines reads a text line by line.
type lines struct {
	in     *bufio.Reader
	number int // of the line read last, from 1
}

func newLines(r io.Reader) *lines { return &lines{in: bufio.NewReaderSize(r, maxLine)} }

// next returns the next line without its end and without the prefix of a log
// collector. Bytes beyond maxLine are left out. The error is that of the reader.
func (l *lines) next() (string, error) {
	text, err := l.in.ReadSlice('\n')
	if len(text) == 0 && err != nil {
		return "", err
	}
	l.number++
	line := strings.TrimRight(string(text), "\r\n")
	for err == bufio.ErrBufferFull {
		_, err = l.in.ReadSlice('\n')
	}
	if err == io.EOF { // reported by the next call
		err = nil
	}
	return line[prefixLen(line):], err
}
