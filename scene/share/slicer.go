package share

import (
	"context"
	"slices"

	"tiv/execution/slice"
	"tiv/internal/background"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/task"
)

// Slicer caches the partition of time by the slices, or the types of tasks, of the last picture.
type Slicer struct {
	wanted, present division
	parts           parts
	job             *background.Job[parts]
	begun           division // of the job
}

// division determines a partition: by slices, or by the types of tasks.
type division struct {
	sets  []*slice.Set
	tasks *task.Index // nil for slices
	base  *slice.Set
}

// parts is a partition. Its types are those of tasks; none for slices.
type parts struct {
	*slice.Partition
	types slice.TaskTypes
}

func (d *division) equal(other *division) bool {
	return d.base == other.base && d.tasks == other.tasks && slices.Equal(d.sets, other.sets)
}

// mostTypes is the number of types of tasks with colours of their own.
const mostTypes = paint.SliceTones

// divide computes the partition.
func (d *division) divide(ctx context.Context) (p parts) {
	sets := d.sets
	if d.tasks != nil {
		p.types = slice.ByTaskType(d.tasks, mostTypes)
		sets = p.types.Sets
	}
	p.Partition = slice.NewPartition(ctx, sets, d.base)
	return p
}

// smallDivision is the number of intervals that a frame divides by itself, in about a
// hundredth of a second.
const smallDivision = 100_000

// Colouring returns what bars show. Slices and tasks that are known, but not divided yet, show
// nothing: Refine divides them if the frame is limited to maxEvents events. Bars show the
// states of a base that no slice divides.
//
// Bars that show states also show which threads are idle, unless there is a base.
func (s *Slicer) Colouring(look *view.Look, maxEvents int) (c Colouring) {
	if c = s.colouring(look, maxEvents); c.counting == (counting{}) {
		c.idle = look.Idle
	}
	return c
}

func (s *Slicer) colouring(look *view.Look, maxEvents int) (c Colouring) {
	if look.Slicing != nil {
		c.Limit = look.Slicing.Base(look.Base)
		c.base = c.Limit
	}
	s.wanted = division{base: c.Limit}
	switch {
	case look.TaskColours && look.Tasks != nil:
		s.wanted.tasks = look.Tasks
	case look.TaskColours: // they are being found
		return c
	case look.SliceColours && look.Slicing != nil:
		for i, d := range look.Slicing.Definitions {
			if !slice.OnPath(look.Base, d.Name) {
				s.wanted.sets, c.slices = append(s.wanted.sets, look.Slicing.Sets[i]), append(c.slices, d)
			}
		}
	default:
		return c
	}
	if !s.wanted.equal(&s.present) || s.parts.Partition == nil {
		if maxEvents > 0 && s.wanted.intervals() > smallDivision {
			c.Pending = true
			return c
		}
		s.present, s.parts = s.wanted, s.wanted.divide(context.Background())
	}
	if c.Limit == nil || s.parts.Divides() || s.wanted.tasks != nil {
		c.counting = counting{Partition: s.parts.Partition}
		c.ByTask, c.types = s.wanted.tasks != nil, s.parts.types
	}
	return c
}

// intervals returns the number of intervals to divide.
func (d *division) intervals() (n int) {
	if d.tasks != nil {
		return d.tasks.Pieces()
	}
	for _, s := range d.sets {
		n += s.Intervals()
	}
	return n
}

// Refine divides the slices of the last frame in a goroutine, and takes over the result;
// see Builder.Refine.
func (s *Slicer) Refine(notify func()) (better bool) {
	if s.job != nil && !s.begun.equal(&s.wanted) {
		s.job.Cancel()
	}
	if s.job != nil && s.job.Done() {
		if p, err := s.job.Result(); err == nil && s.begun.equal(&s.wanted) {
			s.present, s.parts, better = s.begun, p, true
		}
		s.Stop()
	}
	if s.job == nil && (len(s.wanted.sets) > 0 || s.wanted.tasks != nil) && !s.wanted.equal(&s.present) {
		d := s.wanted
		s.begun = d
		s.job = background.Start(func(ctx context.Context, _ func(float64)) (parts, error) { return d.divide(ctx), ctx.Err() }, notify)
	}
	return better
}

// Drop drops the partition, and cancels the goroutine of refine.
func (s *Slicer) Drop() {
	s.present, s.parts = division{}, parts{}
	if s.job != nil {
		s.job.Cancel()
	}
}

// Stop ends the goroutine of refine.
func (s *Slicer) Stop() {
	if s.job != nil {
		s.job.Stop()
		s.job = nil
	}
}
