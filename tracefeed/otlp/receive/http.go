package receive

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"

	"tiv/tracefeed/otlp/spans"
)

// ServeHTTP takes the requests of OTLP: spans as /v1/traces, and logs as /v1/logs, of which it uses
// only the spans that they name. It takes metrics, /v1/metrics, without reading them, so that
// SDKs do not report errors.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	a := answer{ResponseWriter: w, content: typeProto, logs: q.URL.Path == "/v1/logs"}
	content, _, err := mime.ParseMediaType(q.Header.Get("Content-Type"))
	if content == typeJSON {
		a.content = typeJSON
	}
	switch {
	case q.URL.Path != "/v1/traces" && q.URL.Path != "/v1/logs" && q.URL.Path != "/v1/metrics":
		a.refuse(&refusal{http.StatusNotFound, "only /v1/traces, /v1/logs and /v1/metrics are served"})
	case q.Method != http.MethodPost:
		w.Header().Set("Allow", http.MethodPost)
		a.refuse(&refusal{http.StatusMethodNotAllowed, "only POST is served"})
	case err != nil || content != typeJSON && content != typeProto:
		a.refuse(&refusal{http.StatusUnsupportedMediaType, "only " + typeProto + " and " + typeJSON + " are known"})
	case q.URL.Path == "/v1/metrics":
		a.taken(0, "")
	default:
		r.serve(a, q)
	}
}

// serve takes a request with spans or logs.
func (r *Receiver) serve(a answer, q *http.Request) {
	b, refused := r.bodies.read(a.ResponseWriter, q)
	if refused == nil {
		defer b.free()
		r.decoders <- struct{}{}
		defer func() { <-r.decoders }()
		refused = r.ready()
	}
	var set *spans.Set
	if refused == nil {
		set, refused = decode(b.Bytes(), a.content == typeJSON, a.logs)
	}
	if refused != nil {
		a.refuse(refused)
		return
	}
	a.taken(r.take(set))
}

// ready refuses requests after Close.
func (r *Receiver) ready() *refusal {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return &refusal{http.StatusServiceUnavailable, errEnded.Error()}
	}
	return nil
}

// decode decodes the body of a request.
func decode(body []byte, isJSON, logs bool) (*spans.Set, *refusal) {
	set := spans.NewSet()
	set.Most = mostItems
	var err error
	switch {
	case isJSON:
		err = set.ReadJSON(bytes.NewReader(body))
	case logs:
		err = set.ReadLogs(body, 0)
	default:
		err = set.ReadMessage(body, 0)
	}
	if err != nil {
		return nil, &refusal{http.StatusBadRequest, fmt.Sprint("decode the request: ", err)}
	}
	return set, nil
}
