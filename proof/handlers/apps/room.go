package main

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// room passes what its sessions say on to all of them.
type room struct {
	upgrader websocket.Upgrader
	mu       sync.Mutex
	sessions []*session
}

// session is a connection.
type session struct {
	conn   *websocket.Conn
	outbox chan []byte
}

// serveRoom serves a room. Its handlers are receive, which the loop of each connection calls, and send,
// which the loop of each outbox calls; and join is that of net/http.
func serveRoom(ctx context.Context) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	r := &room{}
	go http.Serve(listener, http.HandlerFunc(r.join))
	announce(listener.Addr())
	<-ctx.Done()
}

// join adds a session to the room until its connection ends.
func (r *room) join(w http.ResponseWriter, q *http.Request) {
	conn, err := r.upgrader.Upgrade(w, q, nil)
	if err != nil {
		return
	}
	s := &session{conn, make(chan []byte, 32)}
	r.mu.Lock()
	r.sessions = append(r.sessions, s)
	r.mu.Unlock()
	go s.sendAll()
	r.receiveAll(conn)
}

// receiveAll is the loop of a connection.
func (r *room) receiveAll(conn *websocket.Conn) {
	for {
		_, text, err := conn.ReadMessage()
		if err != nil {
			return
		}
		r.receive(text)
	}
}

// receive passes a text on.
func (r *room) receive(text []byte) {
	text = append(text, answer(60)...)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.sessions {
		select {
		case s.outbox <- text:
		default:
		}
	}
}

// sendAll is the loop of an outbox.
func (s *session) sendAll() {
	for text := range s.outbox {
		s.send(text)
	}
}

func (s *session) send(text []byte) {
	work(15)
	s.conn.WriteMessage(websocket.TextMessage, text)
}

// loadRoom speaks in four sessions, until the server is gone.
func loadRoom(address string) {
	for range 4 {
		conn, _, err := websocket.DefaultDialer.Dial("ws://"+address, nil)
		must(err)
		go func() {
			for conn.WriteMessage(websocket.TextMessage, []byte("hello")) == nil {
				time.Sleep(8 * time.Millisecond)
			}
		}()
		go func() {
			for {
				if _, _, err := conn.ReadMessage(); err != nil {
					return
				}
			}
		}()
	}
}
