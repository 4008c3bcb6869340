package shot

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// chunk is a chunk as the page of the format has it.
type chunk struct {
	kind string
	data []byte
}

// chunksOf reads a PNG in the plainest way, and fails if any of it is wrong.
func chunksOf(t *testing.T, data []byte) (list []chunk) {
	t.Helper()
	rest, ok := bytes.CutPrefix(data, []byte("\x89PNG\r\n\x1a\n"))
	if !ok {
		t.Fatal("no signature")
	}
	for len(rest) > 0 {
		n := int(binary.BigEndian.Uint32(rest))
		c := chunk{string(rest[4:8]), rest[8 : 8+n]}
		if sum := binary.BigEndian.Uint32(rest[8+n:]); sum != crc32.ChecksumIEEE(rest[4:8+n]) {
			t.Fatalf("checksum of %s", c.kind)
		}
		list, rest = append(list, c), rest[12+n:]
	}
	if list[0].kind != "IHDR" || list[len(list)-1].kind != "IEND" {
		t.Fatal("it does not begin with IHDR or does not end with IEND")
	}
	return list
}

// shown is a frame as a viewer shows it.
type shown struct {
	img    *image.NRGBA
	delay  time.Duration
	stored image.Rectangle
}

// play shows an APNG: each frame's data become a PNG of their own, which
// image/png reads, and is put where fcTL says.
func play(t *testing.T, data []byte) (frames []shown, texts []chunk) {
	t.Helper()
	list := chunksOf(t, data)
	header := list[0].data
	size := image.Rect(0, 0, int(binary.BigEndian.Uint32(header)), int(binary.BigEndian.Uint32(header[4:])))
	canvas := image.NewNRGBA(size)
	number, want := uint32(0), 0
	var control []byte
	var pixels [][]byte
	flush := func() {
		if control != nil {
			frames = append(frames, showFrame(t, canvas, header, control, pixels))
		}
		control, pixels = nil, nil
	}
	next := func(c chunk) []byte {
		if n := binary.BigEndian.Uint32(c.data); n != number {
			t.Fatalf("%s has number %d, want %d", c.kind, n, number)
		}
		number++
		return c.data[4:]
	}
	for _, c := range list[1:] {
		switch c.kind {
		case "tEXt", "iTXt":
			texts = append(texts, c)
		case "acTL":
			if want = int(binary.BigEndian.Uint32(c.data)); want == 0 || number > 0 {
				t.Fatal("acTL must be there before all frames")
			}
		case "fcTL":
			flush()
			control = next(c)
		case "IDAT":
			if len(frames) > 0 || control == nil {
				t.Fatal("the pixels of the picture itself are not the first frame's")
			}
			pixels = append(pixels, c.data)
		case "fdAT":
			pixels = append(pixels, next(c))
		case "IEND":
			flush()
		default:
			t.Fatalf("chunk %s", c.kind)
		}
	}
	if len(frames) != want {
		t.Fatalf("%d frames, and it says %d", len(frames), want)
	}
	return frames, texts
}

func showFrame(t *testing.T, canvas *image.NRGBA, header, control []byte, pixels [][]byte) shown {
	t.Helper()
	b := bytes.NewBufferString("\x89PNG\r\n\x1a\n")
	word := func(i int) int { return int(binary.BigEndian.Uint32(control[4*i:])) }
	put := func(kind string, data []byte) {
		all := append([]byte(kind), data...)
		binary.Write(b, binary.BigEndian, uint32(len(data)))
		b.Write(all)
		binary.Write(b, binary.BigEndian, crc32.ChecksumIEEE(all))
	}
	put("IHDR", slices.Concat(control[:8], header[8:]))
	for _, p := range pixels {
		put("IDAT", p)
	}
	put("IEND", nil)
	img, err := png.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	at := image.Rect(word(2), word(3), word(2)+word(0), word(3)+word(1))
	if !at.In(canvas.Rect) || at.Empty() || control[20] != 0 || control[21] > 1 {
		t.Fatalf("a frame at %v of %v, disposed of by %d, blended by %d", at, canvas.Rect, control[20], control[21])
	}
	draw.Draw(canvas, at, img, image.Point{}, []draw.Op{draw.Src, draw.Over}[control[21]])
	copied := *canvas
	copied.Pix = slices.Clone(canvas.Pix)
	delay := time.Duration(binary.BigEndian.Uint16(control[16:])) * time.Second / time.Duration(binary.BigEndian.Uint16(control[18:]))
	return shown{&copied, delay, at}
}

// animate writes frames, each shown for the same time.
func animate(t *testing.T, frames []*image.NRGBA, delay time.Duration) []byte {
	t.Helper()
	var b bytes.Buffer
	a, err := NewEncoder(&b, "x.png", len(frames), envelope())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frames {
		if err := a.Add(f, delay); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Random pictures with changing random rectangles are read back pixel by pixel,
// and only changed rectangles are stored.
func TestEncoderRandom(t *testing.T) {
	t.Parallel()
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 2))
		img := noise(seed, 1+rng.IntN(60), 1+rng.IntN(40))
		var frames []*image.NRGBA
		changed := []image.Rectangle{img.Rect}
		for range 1 + rng.IntN(6) {
			copied := *img
			copied.Pix = slices.Clone(img.Pix)
			frames = append(frames, &copied)
			x, y := rng.IntN(img.Rect.Dx()), rng.IntN(img.Rect.Dy())
			r := image.Rect(x, y, x+rng.IntN(img.Rect.Dx()-x+1), y+rng.IntN(img.Rect.Dy()-y+1))
			for i := r.Min.Y; i < r.Max.Y; i++ {
				for j := r.Min.X; j < r.Max.X; j++ {
					c := img.NRGBAAt(j, i)
					img.SetNRGBA(j, i, color.NRGBA{c.R + 1, c.G, c.B, 255})
				}
			}
			if r.Empty() {
				r = image.Rect(0, 0, 1, 1)
			}
			changed = append(changed, r)
		}
		got, _ := play(t, animate(t, frames, 20*time.Millisecond))
		if len(got) != len(frames) {
			t.Fatalf("seed %d: %d frames, want %d", seed, len(got), len(frames))
		}
		for i, f := range got {
			if !bytes.Equal(f.img.Pix, frames[i].Pix) {
				t.Fatalf("seed %d: frame %d is another", seed, i)
			}
			if f.stored != changed[i] {
				t.Fatalf("seed %d: frame %d stores %v, but %v has changed", seed, i, f.stored, changed[i])
			}
		}
	}
}

// To programs that know no moving pictures it is the first frame, and it
// carries its view like any picture.
func TestEncoderIsAPicture(t *testing.T) {
	t.Parallel()
	frames := []*image.NRGBA{noise(1, 30, 20), noise(2, 30, 20)}
	data := animate(t, frames, time.Second)
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 30 * 20 {
		if x, y := i%30, i/30; color.NRGBAModel.Convert(img.At(x, y)) != frames[0].At(x, y) {
			t.Fatalf("pixel %d,%d differs", x, y)
		}
	}
	e, err := Decode(bytes.NewReader(data))
	if err != nil || e.Trace != envelope().Trace {
		t.Errorf("%+v, %v", e, err)
	}
	if _, texts := play(t, data); len(texts) != 2 {
		t.Errorf("%d texts", len(texts))
	}
}

// Delays are whole milliseconds with the right sum.
func TestEncoderDelays(t *testing.T) {
	t.Parallel()
	frames := make([]*image.NRGBA, 60)
	for i := range frames {
		frames[i] = noise(uint64(i), 2, 2)
	}
	got, _ := play(t, animate(t, frames, time.Second/60))
	var sum time.Duration
	for _, f := range got {
		sum += f.delay
		if f.delay < 16*time.Millisecond || f.delay > 17*time.Millisecond {
			t.Errorf("a delay of %v", f.delay)
		}
	}
	if sum < 999*time.Millisecond || sum > time.Second {
		t.Errorf("60 frames at 60 a second last %v", sum)
	}
}

// Transparent pixels become black, for any hidden colour.
func TestEncoderIsOpaque(t *testing.T) {
	t.Parallel()
	img := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	img.SetNRGBA(1, 0, color.NRGBA{R: 200, A: 255})
	got, _ := play(t, animate(t, []*image.NRGBA{img}, 0))
	if a, b := got[0].img.NRGBAAt(0, 0), got[0].img.NRGBAAt(1, 0); a != (color.NRGBA{A: 255}) || b.R != 200 {
		t.Errorf("%v %v", a, b)
	}
}

func TestEncoderRefuses(t *testing.T) {
	t.Parallel()
	for _, n := range []int{-1, 0, maxFrames + 1} {
		if _, err := NewEncoder(io.Discard, "x.png", n, nil); err == nil {
			t.Errorf("%d frames", n)
		}
	}
	a, err := NewEncoder(io.Discard, "x.png", 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	for want, add := range map[string]func() error{
		"a frame without pixels": func() error { return a.Add(image.NewNRGBA(image.Rectangle{}), 0) },
		"want at most":           func() error { return a.Add(noise(1, 2, 2), 66*time.Second) },
		"a frame for -":          func() error { return a.Add(noise(1, 2, 2), -1) },
		"0 of 2 frames":          a.Close,
	} {
		if err := add(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if err := a.Add(noise(1, 2, 2), 0); err != nil {
		t.Fatal(err)
	}
	if err := a.Add(noise(1, 2, 3), 0); err == nil || !strings.Contains(err.Error(), "after some of") {
		t.Errorf("another size: %v", err)
	}
	if err := a.Add(noise(1, 2, 2), 0); err != nil {
		t.Fatal(err)
	}
	if err := a.Add(noise(1, 2, 2), 0); err == nil || !strings.Contains(err.Error(), "more than 2 frames") {
		t.Errorf("a third frame: %v", err)
	}
}

// full is a disk with room for some bytes.
type full struct{ room int }

func (f *full) Write(data []byte) (int, error) {
	if f.room -= len(data); f.room < 0 {
		return 0, io.ErrShortWrite
	}
	return len(data), nil
}

// A disk that is full anywhere is an error.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	frames := []*image.NRGBA{noise(1, 5, 5), noise(2, 5, 5)}
	for room := range len(animate(t, frames, 0)) {
		a, err := NewEncoder(&full{room}, "x.png", 2, envelope())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range frames {
			if err == nil {
				err = a.Add(f, 0)
			}
		}
		if err == nil {
			err = a.Close()
		}
		if err == nil {
			t.Fatalf("there is room for %d bytes only, and no error", room)
		}
	}
	for room := range len(encode(t, frames[0], envelope())) {
		if err := Encode(&full{room}, frames[0], envelope()); err == nil {
			t.Fatalf("there is room for %d bytes only, and no error", room)
		}
	}
}

// The memory of an animation does not grow with its frames.
func TestEncoderMemory(t *testing.T) {
	img := noise(1, 64, 64)
	grows := func(frames int) int64 {
		a, err := newAPNG(io.Discard, frames, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range frames {
			img.Pix[4*i%len(img.Pix)]++
			if err := a.Add(img, time.Millisecond); err != nil {
				t.Fatal(err)
			}
		}
		return int64(len(a.last.Pix) + len(a.now.Pix) + a.encoded.Cap())
	}
	if few, many := grows(2), grows(2000); many > few {
		t.Errorf("2 frames keep %d bytes, 2000 %d", few, many)
	}
}
