package paint

// scaleStops are the colours of an amount, from none to most, on dark and on light grounds: the hues
// of viridis (Smith and van der Walt, 2015), which every eye sees in this order by their lightness.
// What is most differs most from the ground.
var scaleStops = [2][5]Color{
	{Hex(0x6F4DAE), Hex(0x368BCB), Hex(0x54BBCE), Hex(0x96CB50), Hex(0xFFFA97)},
	{Hex(0x8C9838), Hex(0x2A8C6C), Hex(0x22688A), Hex(0x423282), Hex(0x260038)},
}

// Scale returns the colour of an amount, from 0 to 1.
func (p *Palette) Scale(share float32) Color {
	stops := &scaleStops[0]
	if !p.Dark {
		stops = &scaleStops[1]
	}
	at := min(max(share, 0), 1) * float32(len(stops)-1)
	i := min(int(at), len(stops)-2)
	return stops[i].Toward(stops[i+1], at-float32(i))
}
