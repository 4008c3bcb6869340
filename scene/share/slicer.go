package share

import (
	"context"
	"slices"

	"tiv/execution/slice"
	"tiv/internal/background"
	"tiv/scene/view"
)

// Slicer caches the partition of time by the slices of the last picture.
type Slicer struct {
	wanted, present division
	partition       *slice.Partition
	task            *background.Job[*slice.Partition]
	begun           division // of the task
}

// division determines a partition.
type division struct {
	sets []*slice.Set
	base *slice.Set
}

func (d *division) equal(other *division) bool {
	return d.base == other.base && slices.Equal(d.sets, other.sets)
}

// smallDivision is the number of intervals that a frame divides by itself, in about a
// hundredth of a second.
const smallDivision = 100_000

// Colouring returns what bars show. Slices that are computed, but not divided yet, show
// nothing: Refine divides them if the frame is limited to maxEvents events. Bars show the
// states of a base that no slice divides.
func (s *Slicer) Colouring(look *view.Look, maxEvents int) (c Colouring) {
	if look.Slicing == nil {
		return c
	}
	c.Limit = look.Slicing.Base(look.Base)
	c.base = c.Limit
	if !look.SliceColours {
		return c
	}
	s.wanted = division{base: c.Limit}
	for i, d := range look.Slicing.Definitions {
		if !slice.OnPath(look.Base, d.Name) {
			s.wanted.sets, c.slices = append(s.wanted.sets, look.Slicing.Sets[i]), append(c.slices, d)
		}
	}
	if !s.wanted.equal(&s.present) || s.partition == nil {
		if maxEvents > 0 && s.wanted.intervals() > smallDivision {
			c.Pending = true
			return c
		}
		s.present, s.partition = s.wanted, slice.NewPartition(context.Background(), s.wanted.sets, s.wanted.base)
	}
	if c.Limit == nil || s.partition.Divides() {
		c.counting = counting{Partition: s.partition}
	}
	return c
}

// intervals returns the number of intervals to divide.
func (d *division) intervals() (n int) {
	for _, s := range d.sets {
		n += s.Intervals()
	}
	return n
}

// Refine divides the slices of the last frame in a goroutine, and takes over the result;
// see Builder.Refine.
func (s *Slicer) Refine(notify func()) (better bool) {
	if s.task != nil && !s.begun.equal(&s.wanted) {
		s.task.Cancel()
	}
	if s.task != nil && s.task.Done() {
		if p, err := s.task.Result(); err == nil && s.begun.equal(&s.wanted) {
			s.present, s.partition, better = s.begun, p, true
		}
		s.Stop()
	}
	if s.task == nil && len(s.wanted.sets) > 0 && !s.wanted.equal(&s.present) {
		d := s.wanted
		s.begun = d
		s.task = background.Start(func(ctx context.Context, _ func(float64)) (*slice.Partition, error) {
			return slice.NewPartition(ctx, d.sets, d.base), ctx.Err()
		}, notify)
	}
	return better
}

// Drop drops the partition, and cancels the goroutine of refine.
func (s *Slicer) Drop() {
	s.present, s.partition = division{}, nil
	if s.task != nil {
		s.task.Cancel()
	}
}

// Stop ends the goroutine of refine.
func (s *Slicer) Stop() {
	if s.task != nil {
		s.task.Stop()
		s.task = nil
	}
}
