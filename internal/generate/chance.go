package generate

import (
	"math"
	"math/rand/v2"

	"tiv/tracefeed"
)

// chance is the source of randomness.
type chance struct {
	pcg *rand.PCG
	// tail has the quantiles of a Pareto distribution of exponent 4/3 that
	// begins at 1, in units of 1/256.
	tail [1024]int64
}

func newChance(seed uint64) chance {
	c := chance{pcg: rand.NewPCG(seed, 0x7469_7667_656e)}
	for i := range c.tail {
		// Square roots, products and quotients are rounded the same on every
		// machine.
		u := (float64(i) + 0.5) / float64(len(c.tail))
		root := math.Sqrt(u)
		c.tail[i] = int64(256 / (root * math.Sqrt(root)))
	}
	return c
}

// length returns a duration with a heavy tail: at least a quarter of scale, 2.7
// times scale on average, at most 380 times scale.
func (c *chance) length(scale tracefeed.Time) tracefeed.Time {
	r := c.pcg.Uint64()
	d := int64(scale) * c.tail[r%uint64(len(c.tail))] >> 8
	body := int64(1<<14 + r>>10&(1<<16-1)) // uniform from 1/4 to 5/4
	return tracefeed.Time(1 + d*body>>16)
}

// oneIn returns true with probability 1/n.
func (c *chance) oneIn(n uint32) bool { return c.below(n) == 0 }

// below returns a uniform number from 0 to n-1.
func (c *chance) below(n uint32) uint32 {
	return uint32(c.pcg.Uint64() >> 32 * uint64(n) >> 32)
}

// skewed returns a number from 0 to n-1; lower ones are more frequent.
func (c *chance) skewed(n uint32) uint32 {
	r := c.pcg.Uint64()
	return uint32(min(r>>32*uint64(n), r&math.MaxUint32*uint64(n)) >> 32)
}
