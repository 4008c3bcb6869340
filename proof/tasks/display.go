package main

import (
	"context"
	"errors"
)

// onDisplay returns a program that has a display.
func (b *bench) onDisplay(ctx context.Context, p builtProgram) builtProgram {
	env, err := b.x.Environment(ctx)
	if p.err == nil && err == nil {
		p.options.Env = env
	}
	p.err = errors.Join(p.err, err)
	return p
}
