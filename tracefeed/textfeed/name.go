package textfeed

import (
	"bytes"
	"unicode/utf8"
)

const hexDigits = "0123456789ABCDEF"

// parseName unescapes a word; it returns nil for "-".
func parseName(word []byte) []byte {
	if string(word) == "-" {
		return nil
	}
	return unescape(word)
}

// unescape replaces each %XX in word by its byte. A word without any is
// returned as it is. The result is never nil.
func unescape(word []byte) []byte {
	at := bytes.IndexByte(word, '%')
	if at < 0 {
		return word
	}
	out := make([]byte, at, len(word))
	copy(out, word)
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
	return out
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

// appendName appends name to out as a word that reads back as name, unless
// name is empty.
func appendName(out []byte, name string) []byte {
	if name == "-" {
		return append(out, "%2D"...)
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c >= utf8.RuneSelf {
			if _, size := utf8.DecodeRuneInString(name[i:]); size > 1 {
				out = append(out, name[i:i+size]...)
				i += size - 1
				continue
			}
		}
		if c <= ' ' || c >= 0x7f || c == '%' || c == '=' || c == '#' && i == 0 {
			out = append(out, '%', hexDigits[c>>4], hexDigits[c&15])
			continue
		}
		out = append(out, c)
	}
	return out
}
