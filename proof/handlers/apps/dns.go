package main

import (
	"context"
	"net"
	"time"

	"github.com/miekg/dns"
)

// zone answers questions about a zone.
type zone struct{ text string }

// ServeDNS answers a question.
func (z *zone) ServeDNS(w dns.ResponseWriter, q *dns.Msg) { reply(w, q, z.text+answer(60)) }

func status(w dns.ResponseWriter, q *dns.Msg) { reply(w, q, answer(100)) }

func reply(w dns.ResponseWriter, q *dns.Msg, text string) {
	r := new(dns.Msg).SetReply(q)
	r.Answer = append(r.Answer, &dns.TXT{Hdr: dns.RR_Header{Name: q.Question[0].Name, Rrtype: dns.TypeTXT, Class: dns.ClassINET},
		Txt: []string{text}})
	w.WriteMsg(r)
}

// serveDNS serves two zones. Its handlers are the method of zone, and status.
func serveDNS(ctx context.Context) {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	must(err)
	mux := dns.NewServeMux()
	mux.Handle("example.org.", &zone{"zone "})
	mux.HandleFunc("status.example.", status)
	server := &dns.Server{PacketConn: conn, Handler: mux}
	go server.ActivateAndServe()
	announce(conn.LocalAddr())
	<-ctx.Done()
	server.Shutdown()
}

// loadDNS asks questions, until the server is gone.
func loadDNS(address string) {
	for range 3 {
		go func() {
			for n := 0; ; n++ {
				q := new(dns.Msg).SetQuestion([]string{"a.example.org.", "status.example."}[n%2], dns.TypeTXT)
				if _, err := dns.Exchange(q, address); err != nil {
					return
				}
				time.Sleep(8 * time.Millisecond)
			}
		}()
	}
}
