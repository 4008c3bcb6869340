package shot

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// maxColors is the number of colours in a palette with one byte a pixel.
const maxColors = 256

// Fewer returns a picture with at most maxColors colours. Each pixel's colour
// is off by as little as possible in its worst channel, the same for all of them:
//
//  1. The colours are taken the most frequent first; one that is near one that
//     has been taken is left out.
//  2. How near is near grows until few enough are left.
func Fewer(img image.Image) *image.Paletted { return fewer(img, maxColors) }

// fewer is Fewer for another number of colours.
func fewer(img image.Image, most int) *image.Paletted {
	b := img.Bounds()
	seen := map[color.RGBA]int{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			seen[at(img, x, y)]++
		}
	}
	all := make([]color.RGBA, 0, len(seen))
	for c := range seen {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(seen[b], seen[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	palette, index := cover(all, most)
	out := image.NewPaletted(b, palette)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			out.SetColorIndex(x, y, index[at(img, x, y)])
		}
	}
	return out
}

// at returns the colour of a pixel; pictures have no holes.
func at(img image.Image, x, y int) color.RGBA {
	c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
	c.A = 255
	return c
}

// cover chooses at most a number of colours so that every colour is near one of them, and
// maps each colour to its choice.
func cover(all []color.RGBA, most int) (palette color.Palette, index map[color.RGBA]uint8) {
	for near := 0; ; near++ {
		var chosen []color.RGBA
		index = map[color.RGBA]uint8{}
		for _, c := range all {
			i := slices.IndexFunc(chosen, func(x color.RGBA) bool { return apart(c, x) <= near })
			if i < 0 {
				i = len(chosen)
				chosen = append(chosen, c)
			}
			if len(chosen) > most {
				break
			}
			index[c] = uint8(i)
		}
		if len(chosen) <= most {
			for _, c := range chosen {
				palette = append(palette, c)
			}
			return palette, index
		}
	}
}

// apart returns the largest difference of two colours in any channel.
func apart(a, b color.RGBA) int {
	d := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return max(d(a.R, b.R), d(a.G, b.G), d(a.B, b.B))
}
