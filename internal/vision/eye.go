package vision

// Eye is a kind of colour vision.
type Eye uint8

// The eyes. About 1 man in 12 lacks red or green cones or has them weak; few
// people lack blue ones.
const (
	Normal       Eye = iota
	Deuteranopia     // no green cones
	Protanopia       // no red cones
	Tritanopia       // no blue cones
)

// Eyes lists all eyes.
func Eyes() []Eye { return []Eye{Normal, Deuteranopia, Protanopia, Tritanopia} }

// String returns the eye's name.
func (e Eye) String() string {
	return [...]string{"normal", "deuteranopia", "protanopia", "tritanopia"}[e]
}

// matrix takes light to light.
type matrix [3]Light

func (m matrix) of(l Light) (out Light) {
	for i, row := range m {
		out[i] = row.dot(l)
	}
	return out
}

func (l Light) dot(m Light) float64 { return l[0]*m[0] + l[1]*m[1] + l[2]*m[2] }

// projection maps light to light that an eye with two kinds of cones cannot
// distinguish from it, and that looks to a normal eye as it does to that one: a
// half plane for each side of the plane that divides them.
type projection struct {
	divide      Light
	ahead, back matrix // where divide·light is at least 0, and where not
}

// projections are those of Brettel, Viénot and Mollon ("Computerized simulation
// of color appearance for dichromats", 1997) for the primaries of sRGB and its
// white as the neutral colour, with the cones of Smith and Pokorny (1975), in
// the figures of libDaltonLens (N. Burrus, public domain).
var projections = map[Eye]projection{
	Protanopia: {
		Light{0.00048, 0.00393, -0.00441},
		matrix{{0.14980, 1.19548, -0.34528}, {0.10764, 0.84864, 0.04372}, {0.00384, -0.00540, 1.00156}},
		matrix{{0.14570, 1.16172, -0.30742}, {0.10816, 0.85291, 0.03892}, {0.00386, -0.00524, 1.00139}},
	},
	Deuteranopia: {
		Light{-0.00281, -0.00611, 0.00892},
		matrix{{0.36477, 0.86381, -0.22858}, {0.26294, 0.64245, 0.09462}, {-0.02006, 0.02728, 0.99278}},
		matrix{{0.37298, 0.88166, -0.25464}, {0.25954, 0.63506, 0.10540}, {-0.01980, 0.02784, 0.99196}},
	},
	Tritanopia: {
		Light{0.03901, -0.02788, -0.01113},
		matrix{{1.01277, 0.13548, -0.14826}, {-0.01243, 0.86812, 0.14431}, {0.07589, 0.80500, 0.11911}},
		matrix{{0.93678, 0.18979, -0.12657}, {0.06154, 0.81526, 0.12320}, {-0.37562, 1.12767, 0.24796}},
	},
}

// sees returns the light that looks to Normal as l looks to the eye, clipped to
// the gamut of a screen.
func (e Eye) sees(l Light) Light {
	p, ok := projections[e]
	if !ok {
		return l
	}
	m := p.back
	if p.divide.dot(l) >= 0 {
		m = p.ahead
	}
	l = m.of(l)
	for i := range l {
		l[i] = min(1, max(0, l[i]))
	}
	return l
}
