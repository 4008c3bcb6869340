package wire

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// maxHello is the greatest length of a hello in bytes.
const maxHello = 4096

// The first lines of a hello, and of its answer.
const (
	helloLine  = "TIV-FEED 1"
	answerLine = "TIV-LISTENER 1"
)

// Magic begins each connection of the protocol, in all its versions.
const Magic = "TIV-FEED "

// Hello is what a client says of a feed.
type Hello struct {
	// Feed identifies the trace, as in the header of a trace.bin.
	Feed [16]byte
	// Program, Host and Language are names for people.
	Program, Host, Language string
	// Process is the process id, 0 if unknown.
	Process int64
	// Format is the name of a format of traces; "" is trace.bin.
	Format string
	// Clock names the clock of the trace: feeds with the same name have the same clock.
	Clock string
	// Start is what that clock showed at time 0 of the trace, and Wall the wall clock, in
	// nanoseconds; 0 if unknown.
	Start, Wall int64
	// Token is the word that the listener wants.
	Token string
}

// Append appends the bytes of the hello. Line feeds in a value become spaces.
func (h *Hello) Append(out []byte) []byte {
	out = append(out, helloLine+"\n"...)
	out = line(out, "feed", hex.EncodeToString(h.Feed[:]))
	for _, x := range h.texts() {
		out = line(out, x.key, *x.to)
	}
	for _, x := range h.numbers() {
		if *x.to != 0 {
			out = line(out, x.key, strconv.FormatInt(*x.to, 10))
		}
	}
	return append(out, '\n')
}

type text struct {
	key string
	to  *string
}

func (h *Hello) texts() []text {
	return []text{{"program", &h.Program}, {"host", &h.Host}, {"language", &h.Language}, {"format", &h.Format}, {"clock", &h.Clock},
		{"token", &h.Token}}
}

type number struct {
	key string
	to  *int64
}

func (h *Hello) numbers() []number {
	return []number{{"process", &h.Process}, {"start", &h.Start}, {"wall", &h.Wall}}
}

// line appends a line, unless its value is empty.
func line(out []byte, key, value string) []byte {
	if value = clean(value); value == "" {
		return out
	}
	return append(out, key+": "+value+"\n"...)
}

// clean returns a value without control characters, and without spaces at its ends.
func clean(value string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(value, "?")))
}

// ReadHello reads a hello, and nothing behind it.
func ReadHello(r *bufio.Reader) (h Hello, err error) {
	given := map[string]bool{}
	err = readLines(r, helloLine, func(key, value string) error {
		if given[key] {
			return fmt.Errorf("%q is said twice", key)
		}
		given[key] = true
		return h.set(key, value)
	})
	if err == nil && !given["feed"] {
		err = errors.New(`the hello lacks "feed"`)
	}
	return h, err
}

// set reads one value.
func (h *Hello) set(key, value string) error {
	if key == "feed" {
		id, err := hex.DecodeString(value)
		if copy(h.Feed[:], id); err != nil || len(id) != len(h.Feed) {
			return fmt.Errorf("feed: %q is not 32 hexadecimal digits", value)
		}
		return nil
	}
	for _, x := range h.texts() {
		if x.key == key {
			*x.to = value
		}
	}
	for _, x := range h.numbers() {
		if x.key == key {
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil || n < 0 {
				return fmt.Errorf("%s: %q is no number", key, value)
			}
			*x.to = n
		}
	}
	return nil
}

// Answer is the answer to a hello.
type Answer struct {
	// Next is the number of the first piece that the listener does not have.
	Next uint64
	// Refused is why the feed is refused, "" if it is not.
	Refused string
	// Final says that the same hello will be refused each time.
	Final bool
}

// Append appends the bytes of the answer.
func (a Answer) Append(out []byte) []byte {
	out = append(out, answerLine+"\n"...)
	if a.Refused != "" {
		out = line(out, "error", a.Refused)
		if a.Final {
			out = line(out, "final", "yes")
		}
	} else {
		out = line(out, "next", strconv.FormatUint(a.Next, 10))
	}
	return append(out, '\n')
}

// ReadAnswer reads the answer to a hello, and nothing behind it.
func ReadAnswer(r *bufio.Reader) (a Answer, err error) {
	err = readLines(r, answerLine, func(key, value string) (err error) {
		switch key {
		case "next":
			if a.Next, err = strconv.ParseUint(value, 10, 64); err != nil {
				return fmt.Errorf("next: %q is no number", value)
			}
		case "error":
			a.Refused = value
		case "final":
			a.Final = value == "yes"
		}
		return nil
	})
	return a, err
}

// readLines reads the lines of a hello.
func readLines(r *bufio.Reader, first string, set func(key, value string) error) error {
	left := maxHello
	for n := 1; ; n++ {
		text, err := readLine(r, &left)
		if err != nil {
			return fmt.Errorf("line %d of the hello: %w", n, err)
		}
		switch {
		case n == 1 && text != first:
			return fmt.Errorf("the first line is %q, not %q", text, first)
		case n == 1:
			continue
		case text == "":
			return nil
		}
		key, value, ok := strings.Cut(text, ":")
		if !ok {
			return fmt.Errorf("line %d of the hello has no colon", n)
		}
		if err := set(key, clean(value)); err != nil {
			return fmt.Errorf("line %d of the hello: %w", n, err)
		}
	}
}

// readLine reads a line of at most left bytes, and takes its length from them.
func readLine(r *bufio.Reader, left *int) (string, error) {
	var out []byte
	for {
		b, err := r.ReadByte()
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return "", err
		}
		if *left--; *left < 0 {
			return "", fmt.Errorf("it is longer than %d bytes", maxHello)
		}
		if b == '\n' {
			return strings.TrimSuffix(string(out), "\r"), nil
		}
		out = append(out, b)
	}
}
