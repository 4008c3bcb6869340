package main

import (
	"context"
	"time"

	"github.com/asynkron/protoactor-go/actor"
)

// deposit and statement are messages to accounts, receipt is one to the teller.
type (
	deposit   struct{ amount int }
	statement struct{}
	receipt   struct{ sum [32]byte }
)

// account is an actor.
type account struct {
	balance int
	teller  *actor.PID
}

// Receive handles a message.
func (a *account) Receive(c actor.Context) {
	switch m := c.Message().(type) {
	case *deposit:
		a.balance += m.amount + int(work(60)[0])
		c.Send(a.teller, &receipt{})
	case *statement:
		c.Send(a.teller, &receipt{work(100)})
	}
}

// teller is an actor.
type teller struct{ receipts int }

// Receive handles a message.
func (t *teller) Receive(c actor.Context) {
	if r, ok := c.Message().(*receipt); ok {
		t.receipts += int(r.sum[0]) + int(work(50)[1])
	}
}

// runActors sends messages to actors. Their handlers are the methods Receive.
func runActors(ctx context.Context) {
	system := actor.NewActorSystem()
	desk := system.Root.Spawn(actor.PropsFromProducer(func() actor.Actor { return &teller{} }))
	var accounts []*actor.PID
	for range 4 {
		accounts = append(accounts, system.Root.Spawn(actor.PropsFromProducer(func() actor.Actor { return &account{teller: desk} })))
	}
	tick := time.NewTicker(5 * time.Millisecond)
	for n := 0; ctx.Err() == nil; n++ {
		if to := accounts[n%len(accounts)]; n%3 == 0 {
			system.Root.Send(to, &statement{})
		} else {
			system.Root.Send(to, &deposit{n})
		}
		<-tick.C
	}
}
