// Command streamed has goroutines that talk through streams of each kind, in every way. It is a test of
// the numbers of their bytes.
package main

import (
	"bytes"
	"io"
	"net"
	"os"
	"path/filepath"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// ask writes 10, 11 and 12 bytes, and reads 5 after each.
func ask(in io.Reader, out io.Writer) {
	for n := 10; n <= 12; n++ {
		_, err := out.Write(make([]byte, n))
		must(err)
		_, err = io.ReadFull(in, make([]byte, 5))
		must(err)
	}
}

// answer reads 10, 11 and 12 bytes, and writes 2 and 3 after each: at once, if that is a connection.
func answer(in io.Reader, out io.Writer) {
	for n := 10; n <= 12; n++ {
		_, err := io.ReadFull(in, make([]byte, n))
		must(err)
		_, err = (&net.Buffers{make([]byte, 2), make([]byte, 3)}).WriteTo(out)
		must(err)
	}
}

// connect makes a connection, of which serve has the end that accepts it.
func connect(network, address string, use, serve func(net.Conn)) {
	l, err := net.Listen(network, address)
	must(err)
	served := make(chan struct{})
	go func() {
		c, err := l.Accept()
		must(err)
		serve(c)
		must(c.Close())
		close(served)
	}()
	c, err := net.Dial(network, l.Addr().String())
	must(err)
	use(c)
	<-served
	must(c.Close())
	must(l.Close())
}

func asks(c net.Conn)    { ask(c, c) }
func answers(c net.Conn) { answer(c, c) }

// kinds uses pipes and connections.
func kinds(path string) {
	r1, w1, err := os.Pipe()
	must(err)
	r2, w2, err := os.Pipe()
	must(err)
	go answer(r1, w2)
	ask(r2, w1)
	connect("tcp", "127.0.0.1:0", asks, answers)
	connect("tcp", "[::1]:0", asks, answers)
	connect("unix", path, asks, answers)
}

// ways moves bytes by other system calls: 100 of a file, 100 from connection to connection, 7 and 7
// as a message.
func ways(path string) {
	file := filepath.Join(filepath.Dir(path), "file")
	must(os.WriteFile(file, make([]byte, 100), 0o600))
	connect("tcp", "127.0.0.1:0", func(c net.Conn) {
		f, err := os.Open(file)
		must(err)
		_, err = io.CopyN(c, f, 100)
		must(err)
		_, err = c.Write([]byte("x"))
		must(err)
	}, func(from net.Conn) {
		connect("unix", path, func(to net.Conn) {
			_, err := io.CopyN(to, from, 100)
			must(err)
			_, err = io.ReadFull(from, make([]byte, 1))
			must(err)
			_, _, err = to.(*net.UnixConn).WriteMsgUnix(make([]byte, 7), nil, nil)
			must(err)
		}, func(c net.Conn) {
			got, err := io.ReadAll(io.LimitReader(c, 100))
			must(err)
			if !bytes.Equal(got, make([]byte, 100)) {
				panic("other bytes")
			}
			n, _, _, _, err := c.(*net.UnixConn).ReadMsgUnix(make([]byte, 10), nil)
			if must(err); n != 7 {
				panic(n)
			}
		})
	})
}

// unseen writes by another descriptor for the same connection.
func unseen() {
	connect("tcp", "127.0.0.1:0", func(c net.Conn) {
		_, err := c.Write(make([]byte, 3))
		must(err)
		f, err := c.(*net.TCPConn).File()
		must(err)
		_, err = f.Write(make([]byte, 4))
		must(err)
		_, err = c.Write(make([]byte, 5))
		must(err)
	}, func(c net.Conn) {
		_, err := io.ReadFull(c, make([]byte, 12))
		must(err)
	})
}

func main() {
	switch os.Args[1] {
	case "kinds":
		kinds(os.Args[2])
	case "ways":
		ways(os.Args[2])
	case "unseen":
		unseen()
	}
}
