package timeline

import "tiv/tracefeed/binfeed"

// File is where the pages of a timeline are that are not in memory.
type File struct{}

func (f *File) load(p *page, details bool) *binfeed.Block { return nil }
