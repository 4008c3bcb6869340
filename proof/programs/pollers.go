package main

import "time"

// A poller does something at every tick until it is stopped.
type poller struct {
	ticker *time.Ticker
	stop   chan struct{}
	ended  chan struct{}
}

func newPoller(room int) *poller {
	return &poller{time.NewTicker(5 * time.Millisecond), make(chan struct{}, room), make(chan struct{})}
}

// tickerNoStop has pollers with a stop channel that is never closed. The
// goroutine that waits for the stop remains; the other one ticks forever.
func tickerNoStop(l *life) {
	l.calm()
	for range 4 {
		p := newPoller(0)
		go p.awaitStop()
		go pollTicks(p.ticker.C)
	}
	l.rest()
}

func (p *poller) awaitStop() {
	<-p.stop
	p.ticker.Stop()
}

func pollTicks(ticks <-chan time.Time) {
	for range ticks {
		spin(20 * time.Microsecond)
	}
}

// fullChannel stops a poller three times. To avoid a double close, a stop is a
// message to a channel with a buffer of one: the third waits forever.
func fullChannel(l *life) {
	p := newPoller(1)
	go p.poll()
	l.calm()
	p.shutDown()
	<-p.ended
	p.shutDown()
	go p.shutDown()
	l.rest()
}

func (p *poller) poll() {
	defer close(p.ended)
	for {
		select {
		case <-p.ticker.C:
			spin(20 * time.Microsecond)
		case <-p.stop:
			return
		}
	}
}

func (p *poller) shutDown() { p.stop <- struct{}{} }

// periods has pollers with different periods, up to one longer than the life.
func periods(l *life) {
	for _, period := range []time.Duration{3, 10, 40, 300, 3_600_000} {
		p := newPoller(1)
		p.ticker.Reset(period * time.Millisecond)
		go p.poll()
		go exitOn(l, p)
	}
	l.rest()
}

// exitOn stops a poller at the interrupt that ends the program.
func exitOn(l *life, p *poller) {
	sig := <-l.interrupts
	p.shutDown()
	l.interrupts <- sig
}
