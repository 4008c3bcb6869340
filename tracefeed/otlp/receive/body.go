package receive

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// The limits of bodies, in bytes: of one as sent, of one unpacked, and of all that are in memory
// at a time, unpacked. A body must arrive within bodyTime.
const (
	mostPacked   = 16 << 20
	mostUnpacked = 32 << 20
	mostBodies   = 256 << 20
	bodyTime     = 30 * time.Second
)

// bodies is the memory of all bodies that are read.
type bodies struct{ bytes atomic.Int64 }

// body is the body of a request, unpacked.
type body struct {
	bytes.Buffer
	of *bodies
}

var (
	errBusy   = &refusal{http.StatusServiceUnavailable, "too many requests at a time"}
	errPacked = &refusal{http.StatusRequestEntityTooLarge, fmt.Sprintf("the request has more than %d bytes", mostPacked)}
	errLarge  = &refusal{http.StatusRequestEntityTooLarge, fmt.Sprintf("the request has more than %d bytes, unpacked", mostUnpacked)}
)

// read reads a body. The caller frees it.
func (b *bodies) read(w http.ResponseWriter, q *http.Request) (*body, *refusal) {
	if q.ContentLength > mostPacked {
		return nil, errPacked
	}
	// Not every ResponseWriter can do it; servers have limits of their own, too.
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime))
	out := &body{of: b}
	err := out.fill(http.MaxBytesReader(w, q.Body, mostPacked), q.Header.Get("Content-Encoding"))
	var refused *refusal
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil:
		return out, nil
	case errors.As(err, &refused):
	case errors.As(err, &tooLarge):
		refused = errPacked
	default:
		refused = &refusal{http.StatusBadRequest, fmt.Sprint("read the request: ", err)}
	}
	out.free()
	return nil, refused
}

// fill reads and unpacks a body.
func (b *body) fill(in io.Reader, encoding string) error {
	switch encoding {
	case "", "identity":
	case "gzip":
		z, err := gzip.NewReader(in)
		if err != nil {
			return err
		}
		in = z
	default:
		return &refusal{http.StatusUnsupportedMediaType, fmt.Sprintf("the encoding %.40q is not known, only gzip", encoding)}
	}
	const step = 64 << 10
	for {
		if b.of.bytes.Add(step) > mostBodies {
			b.of.bytes.Add(-step)
			return errBusy
		}
		n, err := io.CopyN(b, in, step)
		b.of.bytes.Add(n - step)
		switch {
		case b.Len() > mostUnpacked:
			return errLarge
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

// free returns the memory.
func (b *body) free() {
	b.of.bytes.Add(-int64(b.Len()))
	b.Buffer = bytes.Buffer{}
}
