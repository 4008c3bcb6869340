package shot

import (
	"bytes"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/workspace/saved"
)

// noise is a picture that does not compress.
func noise(seed uint64, width, height int) *image.NRGBA {
	rng := rand.New(rand.NewPCG(seed, 1))
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = uint8(rng.Uint32()) | uint8(i%4/3*255)
	}
	return img
}

func envelope() *Envelope {
	return &Envelope{TIV: "1.2", Trace: Trace{Identity: saved.Identity{Name: "hang.trace", Sum: "ab"},
		Path: "/tmp/hang.trace", Relative: "../hang.trace", Size: 7},
		Moment: 1500 * tracefeed.Millisecond, Step: tracefeed.Millisecond, View: json.RawMessage(`{"view":"3d","moment":1500000000}`)}
}

func encode(t *testing.T, img image.Image, e *Envelope) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Encode(&b, img, e); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	img, want := noise(1, 40, 30), envelope()
	data := encode(t, img, want)
	got, err := Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	want.Version = version
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	back, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("for image/png: %v", err)
	}
	for y := range 30 {
		for x := range 40 {
			if color.NRGBAModel.Convert(back.At(x, y)) != img.At(x, y) {
				t.Fatalf("pixel %d,%d is %v, want %v", x, y, back.At(x, y), img.At(x, y))
			}
		}
	}
}

// The picture is a PNG from its first byte to its last, with all checksums
// right and a plain text description.
func TestChunks(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"hang.trace": "tEXt Description\x00hang.trace at 1.5 s, step 1 ms. Made by TIV 1.2",
		"π.trace":    "iTXt Description\x00\x00\x00\x00\x00π.trace at 1.5 s",
		"µ.trace":    "tEXt Description\x00\xb5.trace at 1.5 s",
	} {
		e := envelope()
		e.Trace.Name = name
		var kinds []string
		for _, c := range chunksOf(t, encode(t, noise(1, 9, 9), e)) {
			kinds = append(kinds, c.kind)
			if c.kind[1] == 'E' || len(kinds) == 2 {
				if line := c.kind + " " + string(c.data); c.kind != "IEND" && !strings.HasPrefix(line, text) {
					t.Errorf("%s: %q, want %q", name, line, text)
				}
			}
		}
		if got := strings.Join(kinds, " "); got != "IHDR "+text[:4]+" iTXt IDAT IEND" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestPlainPicture(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := png.Encode(&b, noise(1, 9, 9)); err != nil {
		t.Fatal(err)
	}
	if _, err := Decode(&b); !errors.Is(err, ErrNoView) {
		t.Errorf("got %v", err)
	}
}

// picture returns a PNG with hand-made chunks.
func picture(chunks func(b *bytes.Buffer)) []byte {
	b := bytes.NewBufferString(signature)
	writeChunk(b, "IHDR", make([]byte, 13))
	chunks(b)
	writeChunk(b, "IEND")
	return b.Bytes()
}

// carrying returns a PNG with a text as its view.
func carrying(text string) []byte {
	return picture(func(b *bytes.Buffer) { writeText(b, viewKeyword, []byte(text)) })
}

// raw returns a PNG with an iTXt chunk.
func raw(data string) []byte {
	return picture(func(b *bytes.Buffer) { writeChunk(b, "iTXt", []byte(data)) })
}

func TestHostilePictures(t *testing.T) {
	t.Parallel()
	whole := encode(t, noise(1, 20, 20), envelope())
	flipped := bytes.Clone(whole)
	flipped[bytes.Index(flipped, []byte(viewKeyword))+20] ^= 1
	for _, x := range []struct {
		name string
		data []byte
		want string
	}{
		{"nothing", nil, "not a PNG"},
		{"text", []byte("tiv-text 1\n0s A start\n"), "not a PNG"},
		{"a signature", []byte(signature), "byte 8: it is cut short"},
		{"cut in the view", whole[:bytes.Index(whole, []byte(viewKeyword))+30], "it is cut short"},
		{"another checksum", flipped, `checksum of chunk "iTXt" is wrong`},
		{"no header", []byte(signature + "\x00\x00\x00\x00IEND\xae\x42\x60\x82"), "IHDR is not the first"},
		{"a chunk cut short behind another",
			picture(func(b *bytes.Buffer) { writeChunk(b, "tEXt", []byte("ab")); b.WriteString("\x00\x00\x01\x00tEXt") }),
			"byte 47: it is cut short"},
		{"two headers", picture(func(b *bytes.Buffer) { writeChunk(b, "IHDR", make([]byte, 13)) }), "IHDR is not the first"},
		{"a huge chunk", append([]byte(signature), "\xff\xff\xff\xffIHDR...."...), "a chunk of 4294967295 bytes"},
		{"a long chunk of nothing", append([]byte(signature), "\x3f\xff\xff\x00IHDR...."...), "it is cut short"},
		{"a long text", picture(func(b *bytes.Buffer) { writeChunk(b, "iTXt", make([]byte, maxChunk+1)) }), "more than 16777216"},
		{"a bomb", carrying(strings.Repeat(" ", maxText+1)), "more than 33554432 bytes"},
		{"many chunks", picture(func(b *bytes.Buffer) {
			b.Write(bytes.Repeat([]byte("\x00\x00\x00\x00IDAT\x35\xaf\x06\x1e"), maxChunks))
		}), "more than 1048576 chunks"},
		{"deep", carrying(strings.Repeat("[", 1<<20)), "damaged"},
		{"no JSON", carrying("view"), "damaged"},
		{"other JSON", carrying(`[1]`), "damaged"},
		{"no trace", carrying(`{"version":1,"view":{}}`), "does not say what trace"},
		{"no view", carrying(`{"version":1,"trace":{"path":"x"}}`), "does not say what trace"},
		{"null view", carrying(`{"version":1,"trace":{"path":"x"},"view":null}`), "does not say what trace"},
		{"no version", carrying(`{"trace":{"path":"x"},"view":{}}`), "does not say what trace"},
		{"newer", carrying(`{"version":2,"tiv":"9.9"}`), `newer TIV ("9.9")`},
		{"half a head", raw(viewKeyword + "\x00\x01"), "cut short"},
		{"no languages", raw(viewKeyword + "\x00\x01\x00en"), "cut short"},
		{"one language", raw(viewKeyword + "\x00\x01\x00\x00en"), "cut short"},
		{"unknown method", raw(viewKeyword + "\x00\x01\x02\x00\x00x"), "unknown way"},
		{"unknown flag", raw(viewKeyword + "\x00\x07\x00\x00\x00x"), "unknown way"},
		{"no zlib", raw(viewKeyword + "\x00\x01\x00\x00\x00xxxxxx"), "damaged: zlib"},
		{"cut zlib", raw(viewKeyword + "\x00\x01\x00\x00\x00\x78\xda"), "damaged: unexpected EOF"},
	} {
		_, err := Decode(bytes.NewReader(x.data))
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: got %v, want %q", x.name, err, x.want)
		}
	}
}

// Other programs put chunks in other places, write texts without compression,
// and add texts of their own.
func TestPicturesOfOthers(t *testing.T) {
	t.Parallel()
	text := `{"version":1,"trace":{"path":"x"},"view":{},"more":[1]}`
	data := picture(func(b *bytes.Buffer) {
		writeChunk(b, "iTXt", []byte("Comment\x00\x00\x00en\x00Kommentar\x00x"))
		writeChunk(b, "iTXt", []byte("TIV viewer\x00\x00\x00\x00\x00x"))
		writeChunk(b, "IDAT", []byte("no pixels"))
		writeChunk(b, "iTXt", []byte(viewKeyword+"\x00\x00\x00en\x00Ansicht\x00"+text))
	})
	e, err := Decode(bytes.NewReader(data))
	if err != nil || e.Trace.Path != "x" || string(e.View) != "{}" {
		t.Errorf("got %+v, %v", e, err)
	}
}

func TestEncodeRefuses(t *testing.T) {
	t.Parallel()
	for _, view := range []string{"{", `"` + strings.Repeat("x", maxText) + `"`} {
		e := envelope()
		e.View = json.RawMessage(view)
		var b bytes.Buffer
		if err := Encode(&b, noise(1, 2, 2), e); err == nil || b.Len() > 0 {
			t.Errorf("a view of %d bytes: %v, and %d bytes", len(view), err, b.Len())
		}
	}
}

// A chunk that is not there takes no memory, however long it says it is.
func TestMemory(t *testing.T) {
	lies := picture(func(b *bytes.Buffer) {})
	lies = append(lies[:len(signature)+headerChunk], "\x00\xff\xff\xffiTXtTIV view\x00"...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Decode(bytes.NewReader(lies)); err == nil || !strings.Contains(err.Error(), "cut short") {
		t.Errorf("got %v", err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 200<<10 {
		t.Errorf("it takes %d bytes of memory", n)
	}
}

func FuzzDecode(f *testing.F) {
	var b bytes.Buffer
	if err := Encode(&b, noise(1, 3, 3), envelope()); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add(carrying(`{"version":1,"trace":{"path":"x"},"view":{}}`))
	f.Add(raw(viewKeyword + "\x00\x00\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := Decode(bytes.NewReader(data))
		if (e == nil) == (err == nil) {
			t.Fatalf("%v, %v", e, err)
		}
		if err == nil {
			if !json.Valid(e.View) {
				t.Fatalf("a view that is no JSON: %q", e.View)
			}
			again, err := Decode(bytes.NewReader(encode(t, noise(1, 1, 1), e)))
			if err != nil || again.Trace != e.Trace || again.Moment != e.Moment {
				t.Fatalf("%+v became %+v, %v", e, again, err)
			}
		}
		fuzzView(t, data)
	})
}

// fuzzView puts the data where a fuzzer hardly gets: behind checksums and zlib.
func fuzzView(t *testing.T, data []byte) {
	for _, p := range [][]byte{raw(viewKeyword + "\x00" + string(data)), carrying(string(data))} {
		if e, err := Decode(bytes.NewReader(p)); (e == nil) == (err == nil) {
			t.Fatalf("%v, %v", e, err)
		}
	}
}
