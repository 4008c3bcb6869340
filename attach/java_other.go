//go:build !linux

package attach

func (p *program) java(o Options) (*Recording, error) { return p.sampled(o, ""), nil }
