package receive

import (
	"encoding/json"
	"net/http"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

// refusal is the error of a request that is not taken, with its status of HTTP.
type refusal struct {
	status int
	text   string
}

func (r *refusal) Error() string { return r.text }

// The types of content.
const (
	typeProto = "application/x-protobuf"
	typeJSON  = "application/json"
)

// answer writes answers in the encoding of the request.
type answer struct {
	http.ResponseWriter
	content string // the type; typeProto if that of the request is not known
	logs    bool   // it is about logs, not spans
}

// body writes an answer.
func (a answer) body(status int, body []byte) {
	a.Header().Set("Content-Type", a.content)
	a.Header().Set("Content-Length", strconv.Itoa(len(body)))
	a.WriteHeader(status)
	a.Write(body) // the client has gone
}

// taken answers that a request was taken, with the number of refused items and the reason.
func (a answer) taken(refused int, why string) {
	var body []byte
	switch {
	case a.content == typeJSON && refused == 0:
		body = []byte("{}")
	case a.content == typeJSON:
		key := "rejectedSpans"
		if a.logs {
			key = "rejectedLogRecords"
		}
		// The number is a text, as all numbers of 64 bits are.
		body, _ = json.Marshal(map[string]any{"partialSuccess": map[string]string{key: strconv.Itoa(refused), "errorMessage": why}})
	case refused > 0:
		var partial []byte
		partial = protowire.AppendTag(partial, 1, protowire.VarintType)
		partial = protowire.AppendVarint(partial, uint64(refused))
		partial = protowire.AppendTag(partial, 2, protowire.BytesType)
		partial = protowire.AppendString(partial, why)
		body = protowire.AppendTag(body, 1, protowire.BytesType)
		body = protowire.AppendBytes(body, partial)
	}
	a.body(http.StatusOK, body)
}

// refuse answers with a status of RPC, as OTLP demands: its code and a message.
func (a answer) refuse(r *refusal) {
	const invalid, unavailable = 3, 14
	code := invalid
	if r.status == http.StatusServiceUnavailable {
		code = unavailable
		a.Header().Set("Retry-After", "1")
	}
	var body []byte
	if a.content == typeJSON {
		body, _ = json.Marshal(map[string]any{"code": code, "message": r.text})
	} else {
		body = protowire.AppendTag(body, 1, protowire.VarintType)
		body = protowire.AppendVarint(body, uint64(code))
		body = protowire.AppendTag(body, 2, protowire.BytesType)
		body = protowire.AppendString(body, r.text)
	}
	a.body(r.status, body)
}
