package main

import (
	"context"
	"net/http"
	"time"
)

// A session follows news until its context ends.
type session struct {
	ctx    context.Context
	cancel context.CancelFunc
	news   chan int
}

func newSession() *session {
	s := &session{news: make(chan int)}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	go s.watch()
	return s
}

func (s *session) watch() {
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-s.news:
		}
	}
}

// contextWatchers has a handler that forgets its session: the watcher of each
// session remains, because its context is never cancelled.
func contextWatchers(l *life) {
	l.mux.HandleFunc("/login", func(http.ResponseWriter, *http.Request) {
		s := newSession()
		s.news <- 1
	})
	l.calm()
	for range 5 {
		l.get("/login", time.Second)
	}
	l.rest()
}

// contextCancelled has sessions that end with their requests, and three that
// live until the server is closed.
func contextCancelled(l *life) {
	var open []*session
	for range 3 {
		open = append(open, newSession())
	}
	l.mux.HandleFunc("/login", func(http.ResponseWriter, *http.Request) {
		s := newSession()
		s.news <- 1
		s.cancel()
	})
	l.mux.HandleFunc("/close", func(http.ResponseWriter, *http.Request) {
		for _, s := range open {
			s.cancel()
		}
	})
	for range 20 {
		l.get("/login", time.Second)
	}
	l.rest()
}
