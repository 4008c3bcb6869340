// Served is a server of HTTP with a pool of workers behind a channel, and its clients. Each
// request has a number. What is done for it is in regions without a task, whose name is the
// number: the truth about who works for whom.
package main

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime/trace"
	"strings"
	"sync"
	"time"
)

// requests is the number of requests, of which most take their turns in the pool.
const requests = 400

// job is a piece of work for a request.
type job struct {
	number string
	round  int
	done   chan int
}

// truth runs f as work for a request.
func truth(number string, f func()) { trace.WithRegion(context.Background(), number, f) }

// spin uses the processor.
func spin(d time.Duration) {
	for t := time.Now(); time.Since(t) < d; {
	}
}

// pool has workers that take jobs, look into the database, and have another pool finish them.
func pool(all *sync.WaitGroup, workers int, jobs <-chan job, next chan<- job, urgent <-chan job, db *sql.DB) {
	for range workers {
		all.Go(func() {
			for from := jobs; from != nil || urgent != nil; {
				var j job
				var ok bool
				select {
				case j, ok = <-urgent:
					if !ok {
						urgent = nil
						continue
					}
				case j, ok = <-from:
					if !ok {
						from = nil
						continue
					}
				}
				truth(j.number, func() {
					spin(50 * time.Microsecond)
					if db != nil && j.round%3 == 0 {
						_, err := db.Exec("UPDATE orders SET paid = 1 WHERE id = ?", j.number)
						must(err)
					}
					if next != nil {
						next <- j
					} else {
						j.done <- j.round
					}
				})
			}
		})
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// logged is a middleware: it passes a changed copy of the request on.
func logged(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, "x")))
	})
}

func main() {
	sql.Register("nothing", database{})
	db, err := sql.Open("nothing", "")
	must(err)
	jobs, rest, urgent := make(chan job, 8), make(chan job), make(chan job, 2)
	var workers, clients sync.WaitGroup
	pool(&workers, 4, jobs, rest, urgent, db)
	pool(&workers, 2, rest, nil, nil, nil)

	mux := http.NewServeMux()
	mux.HandleFunc("GET /pay/{id}", func(w http.ResponseWriter, r *http.Request) {
		number := r.PathValue("id")
		truth(number, func() {
			rows, err := db.QueryContext(r.Context(), "SELECT total FROM orders WHERE id = ?", number)
			must(err)
			must(rows.Close())
			done := make(chan int, 3)
			for round := range 3 {
				to := jobs
				if round == 2 {
					to = urgent
				}
				to <- job{number, round, done}
			}
			for range 3 {
				<-done
			}
			fmt.Fprint(w, number)
		})
	})
	mux.HandleFunc("/about", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "about") })
	server := httptest.NewServer(logged(mux))
	for c := range 8 {
		clients.Go(func() {
			for i := c; i < requests; i += 8 {
				for _, path := range []string{fmt.Sprint("/pay/", i), "/about", "/lost/" + fmt.Sprint(i)}[:1+2*(i%20/19)] {
					response, err := http.Get(server.URL + path)
					must(err)
					body, err := io.ReadAll(response.Body)
					must(cmp.Or(err, response.Body.Close()))
					if strings.HasPrefix(path, "/pay") && !strings.HasSuffix(path, "/"+string(body)) {
						panic(path + ": " + string(body))
					}
				}
			}
		})
	}
	clients.Wait()
	server.Close()
	close(jobs)
	close(urgent)
	time.Sleep(time.Millisecond)
	close(rest)
	workers.Wait()
}

// database is a driver of a database that has nothing.
type database struct{}

func (database) Open(string) (driver.Conn, error)           { return database{}, nil }
func (database) Prepare(string) (driver.Stmt, error)        { return database{}, nil }
func (database) Begin() (driver.Tx, error)                  { return nil, errors.ErrUnsupported }
func (database) NumInput() int                              { return -1 }
func (database) Exec([]driver.Value) (driver.Result, error) { return driver.RowsAffected(1), nil }
func (database) Query([]driver.Value) (driver.Rows, error)  { return database{}, nil }
func (database) Columns() []string                          { return nil }
func (database) Next([]driver.Value) error                  { return io.EOF }
func (database) Close() error                               { return nil }
