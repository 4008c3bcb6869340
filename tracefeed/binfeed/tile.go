package binfeed

import "tiv/tracefeed"

// Tile is a part of the pyramid of sums: the times of all threads in some
// neighbouring cells. A cell of level 0 is a block, from its Start to that of
// the next; a cell of level n+1 is TileFan cells of level n, and the last of a
// level has the remaining ones.
type Tile struct {
	Level int
	// First is the number of the first cell in its level.
	First int
	// Edges are the starts of the cells, and the end of the last one.
	Edges []tracefeed.Time
	// Threads are the threads alive in any of the cells, by id.
	Threads []tracefeed.ThreadID
	// Sums are by thread and cell: those of Threads[i] in cell j are at
	// i × cells + j.
	Sums []tracefeed.StateTimes

	// stored, raw and values are the memory that the tile was read into, for
	// reuse.
	stored, raw []byte
	values      []tracefeed.Time
}

// TileFan is the number of cells that make one of the next level, TileCells the
// maximum number of cells in a tile. MostSums is the maximum number of sums in
// a tile: with very many threads a tile has fewer cells.
const (
	TileFan   = 8
	TileCells = 64
	MostSums  = 4 << 20
)
