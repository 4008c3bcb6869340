package main

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// startNATS starts a server of NATS.
func startNATS() *server.Server {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true})
	must(err)
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		must(errors.New("the server of NATS does not start"))
	}
	return s
}

// desk answers requests for prices.
type desk struct{ asked int }

func (d *desk) quote(m *nats.Msg) {
	d.asked++
	m.Respond([]byte(answer(80)))
}

func onOrder(m *nats.Msg) { work(60 + len(m.Data)%2) }

// serveOrders subscribes to subjects, at a server of its own. Its handlers are onOrder and quote, and
// confirm is that of a loop that takes messages itself.
func serveOrders(ctx context.Context) {
	s := startNATS()
	conn, err := nats.Connect(s.ClientURL())
	must(err)
	_, err = conn.Subscribe("orders", onOrder)
	must(err)
	_, err = conn.QueueSubscribe("quotes", "desks", (&desk{}).quote)
	must(err)
	confirmations, err := conn.SubscribeSync("confirmations")
	must(err)
	go confirmAll(ctx, confirmations)
	must(conn.Flush())
	announce(s.ClientURL())
	<-ctx.Done()
	conn.Close()
	s.Shutdown()
}

// confirmAll is the goroutine of a subscription.
func confirmAll(ctx context.Context, s *nats.Subscription) {
	for {
		m, err := s.NextMsgWithContext(ctx)
		if err != nil {
			return
		}
		confirm(m)
	}
}

func confirm(m *nats.Msg) { work(70 + len(m.Data)%2) }

// loadOrders publishes and asks, until the server is gone.
func loadOrders(address string) {
	conn, err := nats.Connect(address, nats.NoReconnect())
	must(err)
	go func() {
		for !conn.IsClosed() {
			conn.Publish("orders", []byte("a book"))
			conn.Publish("confirmations", []byte("a book"))
			conn.Request("quotes", []byte("a book"), time.Second)
			time.Sleep(4 * time.Millisecond)
		}
	}()
}

// serveNATS is a server of NATS alone. Its handlers are the parser, which the loop that reads from a
// connection calls, and flushOutbound, which the loop that writes calls.
func serveNATS(ctx context.Context) {
	s := startNATS()
	announce(s.ClientURL())
	<-ctx.Done()
	s.Shutdown()
}

// loadNATS publishes messages to many subscribers, until the server is gone.
func loadNATS(address string) {
	for range 4 {
		conn, err := nats.Connect(address, nats.NoReconnect())
		must(err)
		for range 10 {
			_, err := conn.Subscribe("news.*", func(*nats.Msg) {})
			must(err)
		}
		go func() {
			text := make([]byte, 500)
			for !conn.IsClosed() {
				for range 20 {
					conn.Publish("news.today", text)
				}
				conn.Flush()
				time.Sleep(5 * time.Millisecond)
			}
		}()
	}
}
