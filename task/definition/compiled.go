package definition

import "slices"

// compiled is the patterns of a definition.
type compiled struct {
	method    pattern
	arguments pattern // of the method, or nil
	class     *classPattern
	sign      *signature
	source    *sourcePattern
	objects   int32 // number of the list of classes in the hierarchy, -1 for none
}

func compile(d Definition) (c compiled) {
	method, arguments := withoutArguments(d.Method)
	c.method, c.objects = newPattern(method), -1
	if arguments != "" && arguments != "[...]" {
		c.arguments = newPattern(squeezed(arguments))
	}
	if d.Class != "" && !newPattern(d.Class).any() {
		p := newClassPattern(d.Class)
		c.class = &p
	}
	if d.sign != "" {
		s := newSignature(d.sign)
		c.sign = &s
	}
	if d.Source != "" {
		s := newSourcePattern(d.Source)
		c.source = &s
	}
	return c
}

// matchesRest reports whether all patterns but METHOD match a function.
func (c *compiled) matchesRest(n *name, class *class, files []string, h *hierarchy) bool {
	switch {
	case c.arguments != nil && !c.arguments.matches(squeezed(n.arguments)),
		c.class != nil && !class.matches(c.class),
		c.sign != nil && n.sign != "" && !c.sign.matches(n.sign),
		c.source != nil && !c.source.matches(filesOf(n, files)),
		c.objects >= 0 && !slices.ContainsFunc(class.spellings, func(s string) bool { return h.below(s, c.objects) }):
		return false
	}
	return true
}

// filesOf returns the files of a function, with that in its name.
func filesOf(n *name, files []string) []string {
	if n.file == "" {
		return files
	}
	return append(slices.Clip(files), n.file)
}

// class is the class of a function's name.
type class struct {
	spellings []string
	plain     []string // the canonical forms of the spellings, without type arguments
	// anyMethod is the definitions with METHOD="*" whose CLASS matches, in no order.
	anyMethod []int32
}

func newClass(text string) *class {
	c := &class{spellings: spellings(text)}
	for _, s := range c.spellings {
		c.plain = append(c.plain, canonical(s, false))
	}
	return c
}

func (c *class) matches(p *classPattern) bool {
	if p.arguments {
		return p.matchesAny(c.spellings)
	}
	return slices.ContainsFunc(c.plain, p.matches)
}
