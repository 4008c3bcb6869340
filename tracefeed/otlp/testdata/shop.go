// Shop writes the samples of this folder: the spans of a shop with three services, by the
// SDK of OpenTelemetry. It is built outside of TIV's module, with
// go.opentelemetry.io/otel and go.opentelemetry.io/collector/pdata.
package main

import (
	"context"
	"encoding/binary"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

var (
	mu     sync.Mutex
	bodies [][]byte
)

func collect(_ http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	check(err)
	mu.Lock()
	defer mu.Unlock()
	bodies = append(bodies, body)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

var providers []*sdk.TracerProvider

// service returns the tracer of a service.
func service(url, name string) trace.Tracer {
	exporter, err := otlptracehttp.New(context.Background(), otlptracehttp.WithEndpointURL(url+"/v1/traces"))
	check(err)
	p := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(resource.NewSchemaless(attribute.String("service.name", name))))
	providers = append(providers, p)
	return p.Tracer("shop")
}

func main() {
	server := httptest.NewServer(http.HandlerFunc(collect))
	web, stock, billing := service(server.URL, "web"), service(server.URL, "stock"), service(server.URL, "billing")
	slot := make(chan struct{}, 1) // the one connection of the service stock
	jobs, done := make(chan trace.SpanContext, 8), make(chan struct{})
	go func() { // a thread with a name
		defer close(done)
		thread := trace.WithAttributes(attribute.Int("thread.id", 7), attribute.String("thread.name", "biller"))
		for order := range jobs {
			_, s := billing.Start(context.Background(), "bill", thread, trace.WithLinks(trace.Link{SpanContext: order}), trace.WithSpanKind(trace.SpanKindConsumer))
			time.Sleep(4 * time.Millisecond)
			s.End()
		}
	}()
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			time.Sleep(time.Duration(i) * 5 * time.Millisecond)
			ctx, root := web.Start(context.Background(), "GET /order", trace.WithSpanKind(trace.SpanKindServer))
			defer root.End()
			ctx, call := web.Start(ctx, "POST /reserve", trace.WithSpanKind(trace.SpanKindClient))
			_, s := stock.Start(ctx, "reserve", trace.WithSpanKind(trace.SpanKindServer))
			_, wait := stock.Start(trace.ContextWithSpan(ctx, s), "wait for connection")
			slot <- struct{}{}
			wait.End()
			_, query := stock.Start(trace.ContextWithSpan(ctx, s), "SELECT items")
			time.Sleep(10 * time.Millisecond)
			query.End()
			<-slot
			s.End()
			call.End()
			jobs <- root.SpanContext()
		})
	}
	wg.Wait()
	close(jobs)
	<-done
	for _, p := range providers {
		check(p.Shutdown(context.Background()))
	}
	write()
}

// write writes the spans as the collector's file exporter does: JSON lines, and
// messages after their length.
func write() {
	var lines, messages []byte
	for _, body := range bodies {
		traces, err := (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(body)
		check(err)
		line, err := (&ptrace.JSONMarshaler{}).MarshalTraces(traces)
		check(err)
		lines = append(append(lines, line...), '\n')
		messages = append(binary.BigEndian.AppendUint32(messages, uint32(len(body))), body...)
	}
	check(os.WriteFile("shop.jsonl", lines, 0o666))
	check(os.WriteFile("shop.pb", messages, 0o666))
	check(os.WriteFile("request.pb", bodies[0], 0o666))
}
