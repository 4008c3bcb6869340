// Command otel is a web shop with OpenTelemetry, and its clients: each request is a span, and so
// are its parts, those in the goroutines of a pool among them.
// It writes the spans into a file, as OTLP, and says which clock they have.
//
//	go run ./otel shop SEED REQUESTS FILE
package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"golang.org/x/sys/unix"

	"tiv/proof/tasks/apps/truth"
)

func main() {
	r := truth.New()
	ctx := context.Background()
	spans, err := os.Create(os.Args[4])
	truth.Must(err)
	exporter, err := otlptrace.New(ctx, &fileClient{file: spans})
	truth.Must(err)
	provider := sdk.NewTracerProvider(sdk.WithSpanProcessor(&marks{regions: map[spanID]region{}}), sdk.WithBatcher(exporter))
	otel.SetTracerProvider(provider)

	s := &shop{run: r, parcels: make(chan parcel, 2), mails: make(chan parcel)}
	var packers, mailers sync.WaitGroup
	for range r.Workers {
		packers.Go(s.packer)
		mailers.Go(s.mailer)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	truth.Must(err)
	server := &http.Server{Handler: s.handler()}
	go func() { _ = server.Serve(listener) }() // until Shutdown
	clients := make([]http.Client, r.Clients)
	r.ClientsDo(func(client, n int) string {
		pattern, path := "GET /pay/{id}", fmt.Sprint("/pay/", n)
		if r.UpTo(2) == 0 {
			pattern, path = "GET /order/{id}", fmt.Sprint("/order/", n)
		}
		answer, err := clients[client].Get(fmt.Sprintf("http://%s%s", listener.Addr(), path))
		truth.Must(err)
		_, err = io.Copy(io.Discard, answer.Body)
		truth.Must(err)
		truth.Must(answer.Body.Close())
		return pattern
	})
	truth.Must(server.Shutdown(ctx))
	close(s.parcels)
	packers.Wait()
	close(s.mails)
	mailers.Wait()
	truth.Must(provider.Shutdown(ctx))
	truth.Must(spans.Close())
	printClocks()
}

// printClocks prints the two clocks, read one after the other as fast as in the best of some
// trials.
func printClocks() {
	var before, after unix.Timespec
	best, at, wall := int64(math.MaxInt64), int64(0), int64(0)
	for range 100 {
		truth.Must(unix.ClockGettime(unix.CLOCK_MONOTONIC, &before))
		now := time.Now().UnixNano()
		truth.Must(unix.ClockGettime(unix.CLOCK_MONOTONIC, &after))
		if took := after.Nano() - before.Nano(); took < best {
			best, at, wall = took, before.Nano()+took/2, now
		}
	}
	fmt.Printf("clock %d %d\n", at, wall)
}

// tracer makes the spans of the shop.
var tracer = otel.Tracer("shop")

// shop serves requests.
type shop struct {
	run     *truth.Run
	parcels chan parcel
	mails   chan parcel
	stock   sync.Mutex
}

// parcel is a job for the pools.
type parcel struct {
	ctx  context.Context
	done *sync.WaitGroup
}

// handler returns the routes, each of which has spans of its own, and the number of the request
// in its context.
func (s *shop) handler() http.Handler {
	mux := http.NewServeMux()
	for pattern, serve := range map[string]func(context.Context){"GET /pay/{id}": s.pay, "GET /order/{id}": s.order} {
		traced := otelhttp.NewHandler(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			serve(q.Context())
			fmt.Fprintln(w, q.PathValue("id"))
		}), pattern, otelhttp.WithSpanNameFormatter(func(operation string, _ *http.Request) string { return operation }))
		mux.HandleFunc(pattern, func(w http.ResponseWriter, q *http.Request) {
			n, err := strconv.Atoi(q.PathValue("id"))
			truth.Must(err)
			traced.ServeHTTP(w, q.WithContext(context.WithValue(q.Context(), requestKey{}, n)))
		})
	}
	return mux
}

// pay has parts of its own, one within the other, and one in another goroutine.
func (s *shop) pay(ctx context.Context) {
	s.run.Work()
	var risk sync.WaitGroup
	risk.Go(func() { s.risk(ctx) })
	s.charge(ctx)
	risk.Wait()
}

func (s *shop) risk(ctx context.Context) {
	_, span := tracer.Start(ctx, "risk")
	defer span.End()
	s.run.Work()
}

func (s *shop) charge(ctx context.Context) {
	ctx, span := tracer.Start(ctx, "charge")
	defer span.End()
	s.run.Work()
	s.ledger(ctx)
}

func (s *shop) ledger(ctx context.Context) {
	_, span := tracer.Start(ctx, "ledger")
	defer span.End()
	s.stock.Lock()
	defer s.stock.Unlock()
	s.run.Work()
}

// order has parts in a pool. If the run does not wait for them, they go on after the order.
func (s *shop) order(ctx context.Context) {
	var done sync.WaitGroup
	for range s.run.Pieces {
		done.Add(1)
		s.parcels <- parcel{ctx, &done}
	}
	s.run.Work()
	if s.run.Waits {
		done.Wait()
	}
}

func (s *shop) packer() {
	for p := range s.parcels {
		s.pack(p.ctx)
		truth.As(requestOf(p.ctx), func() { s.mails <- p })
	}
}

func (s *shop) pack(ctx context.Context) {
	ctx, span := tracer.Start(ctx, "pack")
	defer span.End()
	s.run.Work()
	s.ledger(ctx)
}

func (s *shop) mailer() {
	for p := range s.mails {
		s.mail(p.ctx)
		p.done.Done()
	}
}

func (s *shop) mail(ctx context.Context) {
	_, span := tracer.Start(ctx, "mail")
	defer span.End()
	s.run.Work()
}
