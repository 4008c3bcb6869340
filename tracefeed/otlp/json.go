package otlp

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"tiv/tracefeed"
)

// jsonStart matches the start of an object with spans. Tempo names the list "batches".
var jsonStart = regexp.MustCompile(`^\x{feff}?\s*\[?\s*\{\s*"(?:resourceSpans|batches)"\s*:`)

// isJSON reports whether a file is OTLP as JSON.
func isJSON(start []byte) bool { return jsonStart.Match(start) }

// jsonReader reads objects with spans. Spans are decoded one by one, so an object can
// have any number of them.
type jsonReader struct {
	spans    *spans
	decoder  *json.Decoder
	resource int32 // of the current spans
}

// readJSON reads one object after another, or a list of them.
func (s *spans) readJSON(in io.Reader) error {
	r := jsonReader{spans: s, decoder: json.NewDecoder(withoutMark(in))}
	for {
		token, err := r.decoder.Token()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
		case token == json.Delim('['):
			err = r.rest(func() error { return r.object(r.traces) })
		default:
			err = r.members(token, r.traces)
		}
		if err != nil {
			return &tracefeed.Damage{Offset: r.decoder.InputOffset(), Err: noEOF(err)}
		}
	}
}

// withoutMark skips a byte order mark.
func withoutMark(in io.Reader) io.Reader {
	mark := make([]byte, 3)
	n, _ := io.ReadFull(in, mark)
	if string(mark[:n]) == "\xef\xbb\xbf" {
		return in
	}
	return io.MultiReader(bytes.NewReader(mark[:n]), in)
}

// object reads an object, with a function for the value of each key.
func (r *jsonReader) object(value func(key string) error) error {
	token, err := r.decoder.Token()
	if err != nil {
		return err
	}
	return r.members(token, value)
}

// members reads the rest of an object after its first token. The object may be null.
func (r *jsonReader) members(token json.Token, value func(key string) error) error {
	switch token {
	case nil:
		return nil
	case json.Delim('{'):
		return r.rest(func() error {
			key, err := r.decoder.Token()
			if err != nil {
				return err
			}
			return value(key.(string))
		})
	}
	return fmt.Errorf("unexpected %v in place of an object", token)
}

// rest reads the elements of an object or a list, and its end.
func (r *jsonReader) rest(each func() error) error {
	for r.decoder.More() {
		if err := each(); err != nil {
			return err
		}
	}
	_, err := r.decoder.Token()
	return err
}

func (r *jsonReader) traces(key string) error {
	if key != "resourceSpans" && key != "batches" {
		return r.skip()
	}
	return r.list(func() error {
		r.resource = r.spans.addResource()
		return r.object(r.resourceSpans)
	})
}

// list reads a list, which may be null.
func (r *jsonReader) list(element func() error) error {
	token, err := r.decoder.Token()
	switch {
	case err != nil:
		return err
	case token == nil:
		return nil
	case token == json.Delim('['):
		return r.rest(element)
	}
	return fmt.Errorf("unexpected %v in place of a list", token)
}

func (r *jsonReader) resourceSpans(key string) error {
	switch key {
	case "resource":
		var x struct{ Attributes []jsonAttribute }
		if err := r.decoder.Decode(&x); err != nil {
			return err
		}
		for _, a := range x.Attributes {
			r.spans.resources[r.resource].attribute(a.Key, a.text())
		}
		return nil
	case "scopeSpans", "instrumentationLibrarySpans":
		return r.list(func() error { return r.object(r.scopeSpans) })
	}
	return r.skip()
}

func (r *jsonReader) scopeSpans(key string) error {
	if key != "spans" {
		return r.skip()
	}
	return r.list(r.span)
}

// skip skips a value.
func (r *jsonReader) skip() error {
	var skipped json.RawMessage
	return r.decoder.Decode(&skipped)
}

// jsonAttribute is an attribute with a value that is a text or an integer.
type jsonAttribute struct {
	Key   string
	Value struct {
		StringValue string
		IntValue    jsonNumber
	}
}

func (a *jsonAttribute) text() string {
	if a.Value.StringValue == "" {
		return string(a.Value.IntValue)
	}
	return a.Value.StringValue
}

// jsonNumber is a number, as a number or as a text.
type jsonNumber string

// UnmarshalJSON keeps the number as it is written.
func (n *jsonNumber) UnmarshalJSON(b []byte) error {
	if string(b) != "null" {
		*n = jsonNumber(bytes.Trim(b, `"`))
	}
	return nil
}

// time returns the number as a time, 0 if it is none.
func (n jsonNumber) time() int64 {
	t, err := strconv.ParseInt(string(n), 10, 64)
	if err != nil {
		return 0
	}
	return t
}

// span reads a span.
func (r *jsonReader) span() error {
	var x struct {
		TraceID           string `json:"traceId"`
		SpanID            string `json:"spanId"`
		ParentSpanID      string `json:"parentSpanId"`
		Name              string
		StartTimeUnixNano jsonNumber
		EndTimeUnixNano   jsonNumber
		Attributes        []jsonAttribute
		Links             []struct {
			TraceID string `json:"traceId"`
			SpanID  string `json:"spanId"`
		}
	}
	if err := r.decoder.Decode(&x); err != nil {
		return err
	}
	s := span{start: x.StartTimeUnixNano.time(), end: x.EndTimeUnixNano.time(), resource: r.resource}
	decodeID(s.id.trace[:], x.TraceID)
	decodeID(s.id.span[:], x.SpanID)
	decodeID(s.parent[:], x.ParentSpanID)
	for _, link := range x.Links {
		var to spanID
		decodeID(to.trace[:], link.TraceID)
		decodeID(to.span[:], link.SpanID)
		s.links = append(s.links, to)
	}
	var th thread
	for i := range x.Attributes {
		th.attribute(x.Attributes[i].Key, x.Attributes[i].text())
	}
	r.spans.add(s, x.Name, th)
	return nil
}

// decodeID decodes an id in hexadecimal digits, or in base64, as general encoders of
// Protocol Buffers write it. An id of another length stays zero, which is no id.
func decodeID(id []byte, text string) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(id) {
		b, err = base64.StdEncoding.DecodeString(text)
	}
	if err == nil && len(b) == len(id) {
		copy(id, b)
	}
}
