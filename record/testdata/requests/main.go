// Requests is a server of HTTP with a mux, and 8 clients. It prints the nanoseconds of processor time that a
// request takes.
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"syscall"
)

func main() {
	const clients, each = 8, 1000
	mux := http.NewServeMux()
	mux.HandleFunc("GET /pay/{id}", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") })
	server := httptest.NewServer(mux)
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = clients
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			for i := range each {
				response, err := http.Get(fmt.Sprint(server.URL, "/pay/", i))
				if err != nil {
					panic(err)
				}
				io.Copy(io.Discard, response.Body)
				response.Body.Close()
			}
		})
	}
	all.Wait()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	fmt.Println(float64(u.Utime.Nano()+u.Stime.Nano()) / (clients * each))
}
