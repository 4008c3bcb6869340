package listener

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"

	"tiv/tracefeed/live/wire"
)

// TestSilentConnections opens more connections than there are places, which say half a hello or half a
// request and then nothing: feeds that are there go on, and new ones come.
func TestSilentConnections(t *testing.T) {
	for _, half := range []string{"", "TIV-FEED 1\nfeed: ", "POST /v1/traces HTTP/1.1\r\n"} {
		t.Run(fmt.Sprintf("%.8s", half), func(t *testing.T) {
			l, dial := start(t, Options{HTTP: http.NotFoundHandler()})
			old := dial()
			_, in := greet(t, old, hello(1))
			var silent []net.Conn
			for range 2 * maxGuests {
				conn := dial()
				defer conn.Close()
				io.WriteString(conn, half)
				silent = append(silent, conn)
			}
			young := dial()
			a, youngIn := greet(t, young, hello(2))
			if a.Refused != "" {
				t.Fatalf("%+v", a)
			}
			for _, x := range []struct {
				conn net.Conn
				in   io.Reader
			}{{old, in}, {young, youngIn}} {
				x.conn.Write(append(frame(wire.Piece, 0, []byte("x")), frame(wire.End, 1, nil)...))
				acked(t, x.in, 1)
			}
			if half == "" { // the oldest went
				for _, conn := range silent[:maxGuests] {
					if _, err := conn.Read(make([]byte, 1)); err == nil {
						t.Error("a connection got an answer")
					}
				}
			}
			l.mu.Lock()
			defer l.mu.Unlock()
			if len(l.guests) > maxGuests {
				t.Errorf("%d guests", len(l.guests))
			}
		})
	}
}
