package listener

import (
	"net"
	"slices"
)

// guest is a connection that has not said its hello yet, or speaks HTTP.
type guest struct {
	conn net.Conn
	http bool
}

// guests are at most maxGuests, in the order in which they came. Those that open connections and say
// nothing cannot keep others out: where there is no place, the one that has said nothing for longest goes.
type guests []*guest

// enter takes a connection. It closes it, and returns nil, if all others speak HTTP.
func (l *guests) enter(conn net.Conn) *guest {
	if len(*l) >= maxGuests {
		i := slices.IndexFunc(*l, func(g *guest) bool { return !g.http })
		if i < 0 {
			conn.Close()
			return nil
		}
		(*l)[i].conn.Close()
		*l = slices.Delete(*l, i, i+1)
	}
	g := &guest{conn: conn}
	*l = append(*l, g)
	return g
}

// leave takes out a guest, if it is there.
func (l *guests) leave(g *guest) {
	if i := slices.Index(*l, g); i >= 0 {
		*l = slices.Delete(*l, i, i+1)
	}
}

// speaksHTTP notes that a guest speaks HTTP. It returns false if too many do.
func (l *guests) speaksHTTP(g *guest) bool {
	n := 0
	for _, other := range *l {
		if other.http {
			n++
		}
	}
	g.http = n < maxHTTP
	return g.http
}
