package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// serveHTTP serves three kinds of requests. Its handlers are search, report and the method of shop;
// counted wraps them.
func serveHTTP(ctx context.Context) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /search", search)
	mux.HandleFunc("GET /report", report)
	mux.Handle("POST /orders", &shop{})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	server := &http.Server{Handler: counted(mux)}
	go server.Serve(listener)
	announce(listener)
	<-ctx.Done()
	server.Close()
}

// counted counts requests.
func counted(next http.Handler) http.Handler {
	var requests atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		next.ServeHTTP(w, r)
	})
}

func search(w http.ResponseWriter, r *http.Request) { io.WriteString(w, answer(60)) }

func report(w http.ResponseWriter, r *http.Request) {
	for range 3 {
		io.WriteString(w, answer(40))
		time.Sleep(time.Millisecond) // the database
	}
}

type shop struct{ orders atomic.Int64 }

// ServeHTTP takes an order.
func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	s.orders.Add(1)
	io.WriteString(w, answer(50))
}

// loadHTTP makes requests over four connections, until the server is gone.
func loadHTTP(address string) {
	for n := range 4 {
		go func() {
			for i := n; ; i++ {
				var r *http.Response
				var err error
				switch at := "http://" + address; i % 3 {
				case 0:
					r, err = http.Get(at + "/search")
				case 1:
					r, err = http.Get(at + "/report")
				default:
					r, err = http.Post(at+"/orders", "text/plain", strings.NewReader("a book"))
				}
				if err != nil {
					return
				}
				io.Copy(io.Discard, r.Body)
				r.Body.Close()
				time.Sleep(10 * time.Millisecond)
			}
		}()
	}
}
