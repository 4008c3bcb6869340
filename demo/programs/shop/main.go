// Shop: a server whose payments are slow, and whose orders wait in a queue.
//
// A front takes requests. Payments read the database and write to the ledger, under its lock.
// Orders go through a channel to two packers, who need longer than orders come in from 1 s to 1.2 s.
// Every half second somebody asks for the report, which reads the database while it holds the lock
// of the ledger, so that payments wait for it.
package main

import (
	"bufio"
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

const (
	length  = 2500 * time.Millisecond
	packers = 2
)

// shop is the server.
type shop struct {
	database *sql.DB
	ledger   sync.Mutex
	entries  int // under ledger
	orders   chan order
}

// order is a job for the packers.
type order struct {
	items  int
	packed chan struct{}
}

// pay charges a customer, and writes it down.
func (s *shop) pay(w http.ResponseWriter, r *http.Request) {
	s.query("SELECT name FROM customers WHERE id = ?", r.PathValue("id"))
	s.ledger.Lock()
	s.entries++
	work(300 * time.Microsecond)
	s.ledger.Unlock()
	fmt.Fprintln(w, "paid")
}

// list shows the goods.
func (s *shop) list(w http.ResponseWriter, _ *http.Request) {
	s.query("SELECT name FROM goods")
	work(200 * time.Microsecond)
	fmt.Fprintln(w, "goods")
}

// order has an order packed.
func (s *shop) order(w http.ResponseWriter, _ *http.Request) {
	o := order{items: 2, packed: make(chan struct{}, 1)}
	s.orders <- o
	<-o.packed
	fmt.Fprintln(w, "ordered")
}

// pack packs one order after the other.
func (s *shop) pack() {
	for o := range s.orders {
		for range o.items {
			work(3 * time.Millisecond)
		}
		o.packed <- struct{}{}
	}
}

// report adds up the ledger. Nothing may change meanwhile, so it keeps the lock for as long as the
// database takes.
func (s *shop) report(w http.ResponseWriter, _ *http.Request) {
	s.ledger.Lock()
	defer s.ledger.Unlock()
	for range 15 {
		s.query("SELECT amount FROM entries WHERE day = ?", "today")
	}
	fmt.Fprintln(w, s.entries)
}

// query asks the database, and reads the answer.
func (s *shop) query(text string, arguments ...any) {
	rows, err := s.database.Query(text, arguments...)
	check(err)
	defer rows.Close()
	for rows.Next() {
	}
}

func main() {
	if len(os.Args) > 2 {
		customers(os.Args[2])
		return
	}
	runtime.GOMAXPROCS(4)
	db, err := sql.Open("slow", "")
	check(err)
	db.SetMaxIdleConns(8)
	s := &shop{database: db, orders: make(chan order, 1000)}
	for range packers {
		go s.pack()
	}
	routes := http.NewServeMux()
	routes.HandleFunc("GET /pay/{id}", s.pay)
	routes.HandleFunc("GET /goods", s.list)
	routes.HandleFunc("POST /order", s.order)
	routes.HandleFunc("GET /report", s.report)
	server := httptest.NewServer(routes)
	others := exec.Command(os.Args[0], "customers", server.URL)
	others.Env, others.Stdout, others.Stderr = append(os.Environ(), "TIV_TRACE=off"), os.Stdout, os.Stderr
	check(others.Run())
}

// customers asks the shop for a while, in a process of its own.
func customers(url string) {
	start := time.Now()
	var all sync.WaitGroup
	every := func(d time.Duration, method, path string, from, to time.Duration) {
		all.Go(func() {
			for at := from; at < to; at += d {
				time.Sleep(time.Until(start.Add(at)))
				all.Go(func() { ask(method, url+path) })
			}
		})
	}
	every(16*time.Millisecond, "GET", "/pay/17", 0, length)
	every(50*time.Millisecond, "GET", "/goods", 5*time.Millisecond, length)
	every(25*time.Millisecond, "POST", "/order", 8*time.Millisecond, length)
	every(4*time.Millisecond, "POST", "/order", time.Second, time.Second+200*time.Millisecond)
	every(500*time.Millisecond, "GET", "/report", 250*time.Millisecond, length)
	all.Wait()
}

// ask sends a request and reads the answer.
func ask(method, url string) {
	request, err := http.NewRequest(method, url, nil)
	check(err)
	answer, err := http.DefaultClient.Do(request)
	check(err)
	defer answer.Body.Close()
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// work keeps a processor busy.
func work(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}
