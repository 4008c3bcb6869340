package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/valyala/fasthttp"
)

// serveFast serves requests with fasthttp. Its handler is routeFast.
func serveFast(ctx context.Context) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	go fasthttp.Serve(listener, routeFast)
	announce(listener.Addr())
	<-ctx.Done()
}

// routeFast answers a request.
func routeFast(c *fasthttp.RequestCtx) {
	switch string(c.Path()) {
	case "/search":
		searchFast(c)
	case "/report":
		reportFast(c)
	default:
		c.WriteString(answer(50))
	}
}

func searchFast(c *fasthttp.RequestCtx) { c.WriteString(answer(60)) }

func reportFast(c *fasthttp.RequestCtx) {
	c.WriteString(answer(100))
	time.Sleep(2 * time.Millisecond) // the database
}

// serveGin serves requests with Gin. Its handlers are searchGin, reportGin and order; countGin is a
// middleware.
func serveGin(ctx context.Context) {
	gin.SetMode(gin.ReleaseMode)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	engine := gin.New()
	engine.Use(countGin)
	engine.GET("/search", searchGin)
	engine.GET("/report", reportGin)
	engine.POST("/orders", (&orders{}).order)
	go engine.RunListener(listener)
	announce(listener.Addr())
	<-ctx.Done()
}

var requests atomic.Int64

func countGin(c *gin.Context) {
	requests.Add(1)
	c.Next()
}

func searchGin(c *gin.Context) { c.String(http.StatusOK, answer(60)) }

func reportGin(c *gin.Context) {
	text := answer(100)
	time.Sleep(2 * time.Millisecond) // the database
	c.String(http.StatusOK, text)
}

type orders struct{ number atomic.Int64 }

func (o *orders) order(c *gin.Context) {
	io.Copy(io.Discard, c.Request.Body)
	o.number.Add(1)
	c.String(http.StatusOK, answer(50))
}

// loadWeb makes requests over four connections, until the server is gone.
func loadWeb(address string) {
	for n := range 4 {
		go func() {
			for i := n; ; i++ {
				var r *http.Response
				var err error
				if path := []string{"/search", "/report", "/orders"}[i%3]; i%3 < 2 {
					r, err = http.Get("http://" + address + path)
				} else {
					r, err = http.Post("http://"+address+path, "text/plain", strings.NewReader("a book"))
				}
				if err != nil {
					return
				}
				io.Copy(io.Discard, r.Body)
				r.Body.Close()
				time.Sleep(10 * time.Millisecond)
			}
		}()
	}
}
