package spans

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"tiv/tracefeed"
)

// jsonReader reads objects with spans or logs. They are decoded one by one, so an object can
// have any number of them.
type jsonReader struct {
	set     *Set
	decoder *json.Decoder
	process int32 // of the current spans
	spare   []jsonAttribute
}

// ReadJSON reads one object after another, or a list of them. The spans before an error are
// valid; the error is a *tracefeed.Damage.
func (s *Set) ReadJSON(in io.Reader) error {
	r := jsonReader{set: s, decoder: json.NewDecoder(withoutMark(in))}
	for {
		token, err := r.decoder.Token()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
		case token == json.Delim('['):
			err = r.rest(func() error { return r.object(r.top) })
		default:
			err = r.members(token, r.top)
		}
		if err != nil {
			return &tracefeed.Damage{Offset: r.decoder.InputOffset(), Err: noEOF(err)}
		}
	}
}

// noEOF turns the end of the input into an error.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
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

// top reads a member of the outermost object. Tempo names the list of spans "batches".
func (r *jsonReader) top(key string) error {
	switch key {
	case "resourceSpans", "batches", "resourceLogs":
		return r.list(func() error {
			r.process = r.set.addProcess()
			return r.object(r.resource)
		})
	}
	return r.skip()
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

// resource reads a member of the spans or logs of a process.
func (r *jsonReader) resource(key string) error {
	switch key {
	case "resource":
		p := &r.set.Processes[r.process]
		return r.object(func(key string) error {
			if key != "attributes" {
				return r.skip()
			}
			return r.list(func() error {
				var a jsonAttribute
				if err := r.decoder.Decode(&a); err != nil {
					return err
				}
				p.attribute(a.Key, a.text())
				return nil
			})
		})
	case "scopeSpans", "instrumentationLibrarySpans", "scopeLogs":
		return r.list(func() error { return r.object(r.scope) })
	}
	return r.skip()
}

// scope reads a member of the spans or logs of a library.
func (r *jsonReader) scope(key string) error {
	switch key {
	case "spans":
		return r.list(r.span)
	case "logRecords":
		return r.list(r.log)
	}
	return r.skip()
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

// bits returns the number without its sign, 0 if it has one or is none.
func (n jsonNumber) bits() uint64 {
	v, err := strconv.ParseUint(string(n), 10, 64)
	if err != nil {
		return 0
	}
	return v
}

// jsonKind is the kind of a span, as a number or a name.
type jsonKind uint64

// UnmarshalJSON accepts the names that general encoders of Protocol Buffers write.
func (k *jsonKind) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case `"SPAN_KIND_INTERNAL"`:
		*k = kindInternal
	case `"SPAN_KIND_CLIENT"`:
		*k = kindClient
	case `"SPAN_KIND_PRODUCER"`:
		*k = kindProducer
	default:
		*k = jsonKind(jsonNumber(b).bits())
	}
	return nil
}

// jsonNotes are the attributes of a span.
type jsonNotes struct {
	notes
	spare []jsonAttribute
}

// UnmarshalJSON reads the list.
func (n *jsonNotes) UnmarshalJSON(b []byte) (err error) {
	n.spare, err = eachElement(b, n.spare, func(a *jsonAttribute) { n.attribute(a.Key, a.text()) })
	return err
}

// jsonLink is a link to another span.
type jsonLink struct {
	TraceID string `json:"traceId"`
	SpanID  string `json:"spanId"`
}

// mostLinks is the maximum number of links of a span: a task has no more.
const mostLinks = 1024

// jsonLinks are links of a span, the first mostLinks of them.
type jsonLinks []jsonLink

// UnmarshalJSON reads the list.
func (l *jsonLinks) UnmarshalJSON(b []byte) error {
	_, err := eachElement(b, nil, func(x *jsonLink) {
		if len(*l) < mostLinks {
			*l = append(*l, *x)
		}
	})
	return err
}

// longList is the length from which a list is read element by element, so that it takes no
// memory: 64 KiB.
const longList = 64 << 10

// eachElement calls f for each element of a list, which may be null. spare is memory for the
// elements, and returned for the next list.
func eachElement[T any](b []byte, spare []T, f func(*T)) ([]T, error) {
	if len(b) < longList {
		clear(spare[:cap(spare)])
		list := spare[:0]
		err := json.Unmarshal(b, &list)
		for i := range list {
			f(&list[i])
		}
		return list, err
	}
	d := json.NewDecoder(bytes.NewReader(b))
	if token, err := d.Token(); err != nil || token != json.Delim('[') {
		return spare, fmt.Errorf("unexpected %v in place of a list", token)
	}
	for d.More() {
		var x T
		if err := d.Decode(&x); err != nil {
			return spare, err
		}
		f(&x)
	}
	return spare, nil
}

// span reads a span.
func (r *jsonReader) span() error {
	var x struct {
		TraceID           string `json:"traceId"`
		SpanID            string `json:"spanId"`
		ParentSpanID      string `json:"parentSpanId"`
		Name              string
		Kind              jsonKind
		Flags             jsonNumber
		StartTimeUnixNano jsonNumber
		EndTimeUnixNano   jsonNumber
		Attributes        jsonNotes
		Links             jsonLinks
	}
	x.Attributes.spare = r.spare
	if err := r.decoder.Decode(&x); err != nil {
		return err
	}
	r.spare = x.Attributes.spare
	s := Span{Start: x.StartTimeUnixNano.time(), End: x.EndTimeUnixNano.time(), Process: r.process,
		Local: local(uint64(x.Kind), x.Flags.bits())}
	decodeID(s.ID.Trace[:], x.TraceID)
	decodeID(s.ID.Span[:], x.SpanID)
	decodeID(s.Parent[:], x.ParentSpanID)
	for _, link := range x.Links {
		var to ID
		decodeID(to.Trace[:], link.TraceID)
		decodeID(to.Span[:], link.SpanID)
		r.set.addLink(&s, to)
	}
	r.set.add(s, x.Name, &x.Attributes.notes)
	return nil
}

// log reads a record of a log.
func (r *jsonReader) log() error {
	var x struct {
		TimeUnixNano         jsonNumber
		ObservedTimeUnixNano jsonNumber
		Flags                jsonNumber
		TraceID              string `json:"traceId"`
		SpanID               string `json:"spanId"`
	}
	if err := r.decoder.Decode(&x); err != nil {
		return err
	}
	m := Mark{At: x.TimeUnixNano.time(), Process: r.process}
	if m.At == 0 {
		m.At = x.ObservedTimeUnixNano.time()
	}
	decodeID(m.ID.Trace[:], x.TraceID)
	decodeID(m.ID.Span[:], x.SpanID)
	if x.Flags.bits()&flagSampled != 0 {
		r.set.addMark(m)
	}
	return nil
}

// flagSampled is the flag of a log whose span will be exported.
const flagSampled = 1

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
