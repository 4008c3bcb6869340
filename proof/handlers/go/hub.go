package main

import (
	"context"
	"time"
)

// hub passes messages on to its members, in one goroutine.
type hub struct {
	messages chan string
	joins    chan *member
	members  []*member
}

type member struct {
	inbox chan string
	read  [32]byte
}

// runHub lets members join a hub, and sends messages. The handlers of the hub are join, publish and
// expire, the handler of each member is receive.
func runHub(ctx context.Context) {
	h := &hub{messages: make(chan string), joins: make(chan *member)}
	go h.run(ctx)
	for range 3 {
		m := &member{inbox: make(chan string, 8)}
		h.joins <- m
		go m.listen()
	}
	tick := time.NewTicker(5 * time.Millisecond)
	for ctx.Err() == nil {
		h.messages <- "news"
		<-tick.C
	}
}

// run is the goroutine of the hub.
func (h *hub) run(ctx context.Context) {
	tick := time.NewTicker(50 * time.Millisecond)
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-h.joins:
			h.join(m)
		case text := <-h.messages:
			h.publish(text)
		case <-tick.C:
			h.expire()
		}
	}
}

func (h *hub) join(m *member) { h.members = append(h.members, m) }

func (h *hub) publish(text string) {
	text += answer(60)
	for _, m := range h.members {
		m.inbox <- text
	}
}

func (h *hub) expire() { work(150) }

// listen is the goroutine of a member.
func (m *member) listen() {
	for text := range m.inbox {
		m.receive(text)
	}
}

func (m *member) receive(text string) {
	for i := range text[:32] {
		m.read[i] ^= work(1)[i]
	}
}
