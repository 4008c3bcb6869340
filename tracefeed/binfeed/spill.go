package binfeed

import (
	"io"

	"tiv/block"
	"tiv/tracefeed"
)

// Written is a block or a tile that has been written and can be read again
// while the trace is still being written.
type Written struct{ file *File }

// Last returns the chunk that was written last: a block, with the names it
// needs, or a tile. It is read from r, the file that w writes to.
func (w *Writer) Last(r io.ReaderAt, c *tracefeed.Tables) *Written {
	lengths := *c // the tables may grow
	p := w.last
	here := &chunks{r: r, size: w.offset, moved: func() map[uint32]place { return nil }}
	f := &File{chunks: here, header: w.header, names: &names{tables: &lengths}}
	f.events, f.tiles = []place{p}, []place{p}
	if p.kind == chunkEvents && w.lastCalls.kind != 0 {
		f.calls = map[int]place{0: w.lastCalls}
	}
	return &Written{f}
}

// Block reads the block; see File.Block.
func (w *Written) Block(part block.Part, buf *BlockBuffer) (*block.Block, error) {
	return w.file.Block(0, part, buf)
}

// Tile reads the tile; see File.Tile.
func (w *Written) Tile() (*block.Tile, error) { return w.file.Tile(0) }
