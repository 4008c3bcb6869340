package plate

import (
	"context"
	"slices"

	"tiv/internal/background"
)

// run reads the steps that a picture lacks, in a goroutine.
type run struct {
	input input
	*background.Job[[]part]
}

// Refine reads the steps that the last picture lacks, in a goroutine, and takes over the result. It
// reports whether the next picture has more of them, and never waits. It begins nothing while frames
// follow each other.
func (c *Cache) Refine(notify func(), animating bool) (better bool) {
	if r := c.run; r != nil {
		same := c.serves(&r.input)
		if !same {
			r.Cancel()
		}
		if r.Done() {
			if parts, err := r.Result(); err == nil && same && c.pending {
				for i := range parts {
					c.take(&parts[i])
				}
				c.pending, better = false, true
			}
			c.Stop()
		}
	}
	if c.run == nil && c.pending && !better && !animating {
		c.start(notify)
	}
	return better
}

// serves reports whether what is read for an input is of use for the last picture.
func (c *Cache) serves(in *input) bool {
	return in.tl == c.input.tl && in.step == c.input.step && in.first == c.input.first && in.moment == c.input.moment &&
		slices.EqualFunc(in.locks, c.input.locks, slices.Equal)
}

// start begins to read what is missing.
func (c *Cache) start(notify func()) {
	in, parts := c.input, c.missing()
	c.run = &run{in, background.Start(func(ctx context.Context, _ func(float64)) ([]part, error) {
		for i := range parts {
			parts[i].read(ctx, in.tl)
		}
		return parts, ctx.Err()
	}, notify)}
}

// Drop drops all steps, and cancels the goroutine of Refine.
func (c *Cache) Drop() {
	if c.run != nil {
		c.run.Cancel()
	}
	*c = Cache{run: c.run}
}

// Stop ends the goroutine of Refine.
func (c *Cache) Stop() {
	if c.run != nil {
		c.run.Stop()
		c.run = nil
	}
}
