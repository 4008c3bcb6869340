// Transactions: a server of five terminals with an embedded SQL database.
//
// The program first loads its tables, which takes longer than the rest: the
// totals of the whole run are mostly those of the load. Then it handles a fixed
// number of requests, of five types. Each terminal connects, prepares its
// statements, and handles the requests of its warehouse; in between it is idle.
// A payment searches all customers for a name, because there is no index, and
// owns the lock of the database meanwhile: other terminals block. The invoice of
// a new order costs more than it should.
//
// The program is a module of its own, because only it needs the database.
package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"
)

const (
	warehouses = 5
	requests   = 400
)

func main() {
	runtime.GOMAXPROCS(2)
	store := Open()
	warmUp(store)
	serve(store)
	fmt.Println(store.journal.entries, "transactions")
}

// serve starts a terminal for each warehouse and sends it requests.
func serve(store *Store) {
	var terminals sync.WaitGroup
	var queues []chan Transaction
	for n := range warehouses {
		queue := make(chan Transaction, requests)
		queues = append(queues, queue)
		terminals.Add(1)
		go terminal(store, n, queue, terminals.Done)
	}
	time.Sleep(100 * time.Millisecond) // the first clients arrive
	clients := rand.New(rand.NewPCG(2001, 1))
	for range requests {
		warehouse := clients.IntN(warehouses)
		queues[warehouse] <- request(clients, warehouse)
		time.Sleep(time.Duration(clients.ExpFloat64() * float64(1500*time.Microsecond)))
	}
	for _, queue := range queues {
		close(queue)
	}
	terminals.Wait()
}

// terminal handles the requests of a warehouse.
func terminal(store *Store, warehouse int, queue <-chan Transaction, done func()) {
	defer done()
	session := store.Connect()
	defer session.Close()
	for t := next(queue); t != nil; t = next(queue) {
		receipt := t.Process(session)
		store.journal.Record(warehouse, t, receipt)
	}
}

// next waits for a request; nil is the end.
func next(queue <-chan Transaction) Transaction { return <-queue }

func check(err error) {
	if err != nil {
		panic(err)
	}
}
