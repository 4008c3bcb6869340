package block

import "tiv/tracefeed"

// Tile is a part of the pyramid of times by state: the times of all threads in some
// neighbouring cells. A cell of level 0 is a block, from its Start to the Start of the
// next; a cell of level n+1 is TileFan cells of level n, and the last of a
// level has the remaining ones.
type Tile struct {
	Level int
	// First is the number of the first cell in its level.
	First int
	// Edges are the starts of the cells, and the end of the last one.
	Edges []tracefeed.Time
	// Threads are the threads alive in any of the cells, by id.
	Threads []tracefeed.ThreadID
	// Times are by thread and cell: the times of Threads[i] in cell j are at
	// i × cells + j.
	Times []tracefeed.StateTimes
}

const (
	// TileFan is the number of cells that make one of the next level.
	TileFan = 8
	// MaxTileCells is the maximum number of cells in a tile.
	MaxTileCells = 64
	// MaxTileTimes is the maximum length of Tile.Times: with very many threads a
	// tile has fewer cells.
	MaxTileTimes = 4 << 20
)
