// Package xmltext is what TIV's formats in XML have in common: text for attributes, encodings that
// are refused, and errors of the decoder in plain words.
package xmltext

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Escape returns a text for an attribute. What XML cannot have becomes U+FFFD.
func Escape(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r < ' ' || strings.ContainsRune(`<>&'"`, r) || r > '~' }) < 0 {
		return s
	}
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes all
	return b.String()
}

// Shorten returns the beginning of a text of a file, for a message.
func Shorten(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// encodingError is the name of an encoding that is refused.
type encodingError string

func (e encodingError) Error() string {
	return fmt.Sprintf("the encoding is %q; only UTF-8 can be read", Shorten(string(e)))
}

// NewDecoder returns a decoder of UTF-8.
func NewDecoder(r io.Reader) *xml.Decoder {
	d := xml.NewDecoder(r)
	d.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) { return nil, encodingError(charset) }
	return d
}

// Problem returns what is wrong by an error of NewDecoder's, without a place, in plain words.
func Problem(err error) string {
	if e := encodingError(""); errors.As(err, &e) {
		return e.Error()
	}
	s := (*xml.SyntaxError)(nil)
	if !errors.As(err, &s) {
		return Shorten(strings.TrimPrefix(err.Error(), "xml: "))
	}
	if entity, ok := strings.CutPrefix(s.Msg, "invalid character entity "); ok {
		return fmt.Sprintf("the entity %s is refused: only &lt; &gt; &amp; &quot; &apos; and numbers are known", Shorten(entity))
	}
	return Shorten(s.Msg)
}
