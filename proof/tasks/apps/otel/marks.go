package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"runtime/trace"
	"strconv"
	"sync"

	"go.opentelemetry.io/otel/attribute"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	api "go.opentelemetry.io/otel/trace"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"tiv/proof/tasks/apps/truth"
)

type (
	requestKey struct{}
	spanID     = api.SpanID
	region     = *trace.Region
)

// requestOf returns the number of a request.
func requestOf(ctx context.Context) int { return ctx.Value(requestKey{}).(int) }

// marks writes the truth into the trace: a span is a region of its request. It notes the goroutine
// of each span, in its attribute thread.id.
type marks struct {
	mu      sync.Mutex
	regions map[spanID]region
}

// OnStart begins the region of a span.
func (m *marks) OnStart(ctx context.Context, s sdk.ReadWriteSpan) {
	s.SetAttributes(attribute.Int("thread.id", goroutine()))
	begun := trace.StartRegion(context.Background(), fmt.Sprint("truth ", requestOf(ctx)))
	m.mu.Lock()
	defer m.mu.Unlock()
	m.regions[s.SpanContext().SpanID()] = begun
}

// OnEnd ends the region of a span.
func (m *marks) OnEnd(s sdk.ReadOnlySpan) {
	id := s.SpanContext().SpanID()
	m.mu.Lock()
	begun := m.regions[id]
	delete(m.regions, id)
	m.mu.Unlock()
	begun.End()
}

// Shutdown does nothing.
func (m *marks) Shutdown(context.Context) error { return nil }

// ForceFlush does nothing.
func (m *marks) ForceFlush(context.Context) error { return nil }

// goroutine returns the number of the goroutine, which its stack begins with.
func goroutine() int {
	var stack [64]byte
	number, _, _ := bytes.Cut(bytes.TrimPrefix(stack[:runtime.Stack(stack[:], false)], []byte("goroutine ")), []byte(" "))
	n, err := strconv.Atoi(string(number))
	truth.Must(err)
	return n
}

// fileClient writes spans into a file, as the collector does: each batch after its length.
type fileClient struct {
	file *os.File
}

// Start does nothing.
func (c *fileClient) Start(context.Context) error { return nil }

// Stop does nothing.
func (c *fileClient) Stop(context.Context) error { return nil }

// UploadTraces writes a batch.
func (c *fileClient) UploadTraces(_ context.Context, spans []*tracepb.ResourceSpans) (err error) {
	truth.As(0, func() {
		var message []byte
		if message, err = proto.Marshal(&tracepb.TracesData{ResourceSpans: spans}); err == nil {
			_, err = c.file.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(message))), message...))
		}
	})
	return err
}
