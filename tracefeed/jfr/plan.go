package jfr

// plan reads some fields of a class's values, and skips the others.
type plan []step

// step reads a field into a slot of values, or skips it.
type step struct {
	field *field
	slot  int8 // -1: skip
}

// values are the fields that a plan has read: numbers, keys of constants, and
// booleans in numbers, by slot. Slots without a field are 0.
type values struct {
	numbers [8]int64
	texts   [8]string
}

// plan returns the plan that reads the named fields: slot i has the value of
// names[i]. A field of several elements, or with fields of its own, counts as
// missing.
func (cl *class) plan(names ...string) plan {
	if cl == nil {
		return nil
	}
	p := make(plan, len(cl.fields))
	for i := range cl.fields {
		f := &cl.fields[i]
		p[i] = step{f, -1}
		for slot, name := range names {
			if f.name == name && !f.array && (f.pooled || f.class.kind == integer || f.class.kind == single || f.class.kind == text) {
				p[i].slot = int8(slot)
			}
		}
	}
	return p
}

// read reads a value. strings are the constants of type String.
func (p plan) read(c *cursor, v *values, strings map[int64]string) {
	*v = values{}
	for _, s := range p {
		if c.Bad {
			return
		}
		switch {
		case s.slot < 0:
			s.field.skip(c)
		case s.field.pooled || s.field.class.kind == integer:
			v.numbers[s.slot] = c.long()
		case s.field.class.kind == single:
			v.numbers[s.slot] = int64(c.Byte())
		default:
			v.texts[s.slot] = c.text(strings)
		}
	}
}
