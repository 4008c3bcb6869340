package textfeed

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

const hexDigits = "0123456789ABCDEF"

// parseName returns the name that a word stands for; nil for -.
func parseName(word []byte) ([]byte, error) {
	if string(word) == "-" {
		return nil, nil
	}
	return unescape(word)
}

// unescape replaces each %XX in word by its byte. A word without any is
// returned as it is.
func unescape(word []byte) ([]byte, error) {
	at := bytes.IndexByte(word, '%')
	if at < 0 {
		return word, nil
	}
	out := bytes.Clone(word[:at])
	for i := at; i < len(word); i++ {
		if word[i] == '%' && i+2 < len(word) {
			hi, ok1 := hexValue(word[i+1])
			lo, ok2 := hexValue(word[i+2])
			if ok1 && ok2 {
				out = append(out, hi<<4|lo)
				i += 2
				continue
			}
		}
		out = append(out, word[i])
	}
	if !utf8.Valid(out) {
		return nil, fmt.Errorf("name %q: not UTF-8", clip(word))
	}
	return out, nil
}

func hexValue(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	}
	return 0, false
}

// appendName appends name to out as a word that reads back as name.
func appendName(out []byte, name string) []byte {
	if name == "-" {
		return append(out, "%2D"...)
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c <= ' ' || c == 0x7f || c == '%' || c == '=' || c == '#' && i == 0 {
			out = append(out, '%', hexDigits[c>>4], hexDigits[c&15])
			continue
		}
		out = append(out, c)
	}
	return out
}
