package binfeed

import "tiv/block"

// parse reads a part of the sections of an EVENTS chunk.
func (b *BlockBuffer) parse(c *chunk, stored []byte, part block.Part, lim limits) error {
	b.Start, b.End, b.Part, b.Details = c.start, c.end, part, nil
	raw, buf, err := c.a.open(stored[:c.a.stored], b.rawA)
	b.rawA = buf
	if err != nil {
		return err
	}
	if err := b.parseStates(raw, int(c.count), lim); err != nil || part == block.States {
		return err
	}
	raw, buf, err = c.b.open(stored[c.a.stored:], b.rawB)
	b.rawB = buf
	if err != nil {
		return err
	}
	return b.parseDetails(raw, lim)
}
