package slow

// nearlyAll is the share of a factor's difference that a part, some threads or collections must
// have to be named with it.
const nearlyAll = 0.8

// locate says of each factor where and when nearly all of its difference is.
func (c *Comparison) locate(s *spending, sums map[cell]*tally) {
	type at struct {
		key
		text int32
	}
	parts, threads, collecting := map[at]*Row{}, map[at]*Row{}, map[key]*Row{}
	for x, t := range sums {
		into(parts, at{x.key, x.part}, t)
		into(threads, at{x.key, x.threads}, t)
		if x.collecting {
			into(collecting, x.key, t)
		}
	}
	of := map[key]*Row{}
	for i := range c.Factors {
		of[c.Factors[i].key] = &c.Factors[i]
	}
	main := func(k key, r *Row) float64 { // 0 unless the row has nearly all of the factor's difference
		if more := c.more(r.Slow, r.Fast); more >= nearlyAll*of[k].More && more > 0 {
			return more
		}
		return 0
	}
	best := func(of map[at]*Row, set func(k key, name string)) {
		most, names := map[key]float64{}, map[key]string{}
		for x, r := range of {
			name, more := "", main(x.key, r)
			if x.text != none {
				name = s.texts.list[x.text]
			}
			if more > most[x.key] || more > 0 && more == most[x.key] && name < names[x.key] {
				most[x.key], names[x.key] = more, name
			}
		}
		for k, name := range names {
			set(k, name)
		}
	}
	best(parts, func(k key, name string) { of[k].Part = name })
	best(threads, func(k key, name string) { of[k].Threads = name })
	for k, r := range collecting {
		of[k].Collecting = main(k, r) > 0
	}
}
