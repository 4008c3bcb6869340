package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// webTraffic is an HTTP server on loopback, two clients over kept connections,
// an idle pool behind a handler, a ticker and a handler of signals.
func webTraffic(l *life) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	l.mux = http.NewServeMux()
	l.url = "http://" + ln.Addr().String()
	l.http = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4}}
	p := &mailPool{mails: make(chan string)}
	for range 3 {
		go p.post()
	}
	l.mux.HandleFunc("/hello", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, "hello", r.RemoteAddr, p.sent.Load())
	})
	l.mux.HandleFunc("/mail", func(w http.ResponseWriter, r *http.Request) {
		select {
		case p.mails <- r.URL.Path:
		default:
			http.Error(w, "busy", http.StatusServiceUnavailable)
		}
	})
	go http.Serve(ln, l.mux)
	go heartbeat(20 * time.Millisecond)
	go reload()
	go browse(l, "/hello", 7*time.Millisecond)
	go browse(l, "/mail", 60*time.Millisecond)
}

// A mailPool is a pool of goroutines that wait for mails.
type mailPool struct {
	mails chan string
	sent  atomic.Int64
}

func (p *mailPool) post() {
	for range p.mails {
		spin(50 * time.Microsecond)
		p.sent.Add(1)
	}
}

// browse is a client that gets a page occasionally.
func browse(l *life, path string, pause time.Duration) {
	for {
		l.get(path, time.Second)
		time.Sleep(pause)
	}
}

// get reads a page, or gives up at a timeout. It reports success.
func (l *life) get(path string, patience time.Duration) bool {
	ctx, cancel := context.WithTimeout(l.ctx, patience)
	defer cancel()
	return l.request(ctx, path)
}

// giveUp begins to read a page and gives up once a condition holds.
func (l *life) giveUp(path string, when func() bool) {
	ctx, cancel := context.WithCancel(l.ctx)
	go func() {
		until(when)
		settle()
		cancel()
	}()
	l.request(ctx, path)
}

func (l *life) request(ctx context.Context, path string) bool {
	req, err := http.NewRequestWithContext(ctx, "GET", l.url+path, nil)
	check(err)
	resp, err := l.http.Do(req)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err == nil
}

// heartbeat works a little at every tick.
func heartbeat(period time.Duration) {
	ticker := time.NewTicker(period)
	defer ticker.Stop()
	for range ticker.C {
		spin(20 * time.Microsecond)
	}
}

// reload waits for a hang-up signal, which never arrives.
func reload() {
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	for range hangup {
		spin(time.Millisecond)
	}
}
