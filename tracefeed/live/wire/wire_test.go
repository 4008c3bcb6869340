package wire

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
)

// page is the hello of docs/live-protocol.md.
const page = `TIV-FEED 1
feed: 9f86d081884c7d659a2feaa0c55ad015
program: shop
host: web-1
process: 4711
language: c
format: trace.bin
clock: monotonic 3b1f6c52-6c5a-4f5e-a3a5-6f6a0a0d3c11
start: 81734012345678
wall: 1764538245123456789
token: wq8hd72h

`

func TestHello(t *testing.T) {
	r := bufio.NewReader(strings.NewReader(page + "behind"))
	h, err := ReadHello(r)
	if err != nil {
		t.Fatal(err)
	}
	if h.Feed[0] != 0x9f || h.Feed[15] != 0x15 || h.Program != "shop" || h.Host != "web-1" || h.Process != 4711 || h.Language != "c" ||
		h.Format != "trace.bin" || h.Clock != "monotonic 3b1f6c52-6c5a-4f5e-a3a5-6f6a0a0d3c11" || h.Start != 81734012345678 ||
		h.Wall != 1764538245123456789 || h.Token != "wq8hd72h" {
		t.Errorf("read %+v", h)
	}
	if rest, _ := io.ReadAll(r); string(rest) != "behind" {
		t.Errorf("behind the hello %q is left", rest)
	}
	again, err := ReadHello(bufio.NewReader(bytes.NewReader(h.Append(nil))))
	if err != nil || again != h {
		t.Errorf("written and read: %+v, %v", again, err)
	}
}

func TestBadHello(t *testing.T) {
	const feed = "feed: 9f86d081884c7d659a2feaa0c55ad015\n"
	for text, want := range map[string]string{
		"":                                  "line 1 of the hello: unexpected EOF",
		"GET / HTTP/1.1\n":                  `the first line is "GET / HTTP/1.1", not "TIV-FEED 1"`,
		"TIV-FEED 1\n\n":                    `the hello lacks "feed"`,
		"TIV-FEED 1\nfeed:":                 "line 2 of the hello: unexpected EOF",
		"TIV-FEED 1\n" + feed + feed + "\n": `line 3 of the hello: "feed" is said twice`,
		"TIV-FEED 1\nfeed: 9f\n\n":          `line 2 of the hello: feed: "9f" is not 32 hexadecimal digits`,
		"TIV-FEED 1\nfeed: " + strings.Repeat("x", 32):     "line 2 of the hello: unexpected EOF",
		"TIV-FEED 1\n" + feed + "process: -1\n\n":          `line 3 of the hello: process: "-1" is no number`,
		"TIV-FEED 1\n" + feed + "process\n\n":              "line 3 of the hello has no colon",
		"TIV-FEED 1\n" + feed + strings.Repeat("x", 1<<20): "line 3 of the hello: it is longer than 4096 bytes",
	} {
		_, err := ReadHello(bufio.NewReader(strings.NewReader(text)))
		if err == nil || err.Error() != want {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

func TestAnswer(t *testing.T) {
	for _, want := range []Answer{{Next: 1 << 63}, {Refused: "there are many"}, {Refused: "token: it is wrong", Final: true}, {}} {
		got, err := ReadAnswer(bufio.NewReader(bytes.NewReader(want.Append(nil))))
		if err != nil || got != want {
			t.Errorf("%+v becomes %+v, %v", want, got, err)
		}
	}
}

func TestFrame(t *testing.T) {
	want := Header{Type: Echo, Length: 16, Number: 1 << 63}
	got, err := ReadHeader(bytes.NewReader(want.Append(nil)))
	if err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	times := Times{-1, 5}
	if got, ok := TimesOf(times.Append(nil)); !ok || got != times {
		t.Errorf("%+v, %v", got, ok)
	}
	if _, err := ReadHeader(bytes.NewReader(Header{Type: Piece, Length: MaxPiece + 1}.Append(nil))); err == nil {
		t.Error("a piece that is too long has no error")
	}
	if _, err := ReadHeader(bytes.NewReader(Header{Type: 99, Length: 4097}.Append(nil))); err == nil {
		t.Error("a frame that is too long has no error")
	}
}

func FuzzHello(f *testing.F) {
	f.Add([]byte(page))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := ReadHello(bufio.NewReader(bytes.NewReader(data)))
		if err != nil {
			return
		}
		again, err := ReadHello(bufio.NewReader(bytes.NewReader(h.Append(nil))))
		if err != nil || again != h {
			t.Errorf("%+v, written and read: %+v, %v", h, again, err)
		}
	})
}
