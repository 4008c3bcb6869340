package loader

import (
	"context"
	"errors"
	"math"

	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/workspace/opening"
)

// search finds the problems of the complete timeline, unless they are known, and the
// moment at which it opens. The findings of a cached trace are cached beside it.
func (l *Loader) search() {
	now := *l.Current()
	if now.Searched {
		return
	}
	if !l.known {
		ctx, stop := l.memory().Watch(l.ctx)
		now.Report = l.problems.Find(ctx, now.Timeline, l.searchedTo)
		err := context.Cause(ctx)
		stop()
		switch {
		case l.ctx.Err() != nil: // it is not all
			return
		case err != nil:
			l.unfound = l.failed(err)
			l.store(&Loaded{Timeline: now.Timeline, Searched: true})
			return
		}
		if l.key != "" && now.Timeline.Err() == nil {
			l.Cache.KeepFindings(l.key, detect.AppendReport(nil, now.Report)) // at worst they are searched again
		}
	}
	now.Searched = true
	if !l.grows() {
		now.Opening = opening.Find(now.Timeline, now.Report)
	}
	l.store(&now)
}

// searchedTo notes the fraction of the timeline that has been searched.
func (l *Loader) searchedTo(fraction float64) { l.fraction.Store(math.Float64bits(fraction)) }

// SearchProgress returns the fraction of the complete timeline that has been
// searched for findings, from 0 to 1.
func (l *Loader) SearchProgress() float64 { return math.Float64frombits(l.fraction.Load()) }

// cachedReport returns the findings that the cache has of the trace.
func (l *Loader) cachedReport(tl *timeline.Timeline) (detect.Report, error) {
	if l.key == "" {
		return detect.Report{}, errors.New("the trace is not cached")
	}
	data, err := l.Cache.Findings(l.key)
	if err != nil {
		return detect.Report{}, err
	}
	report, err := detect.ParseReport(data, tl, l.Limits)
	if err != nil {
		return detect.Report{}, err
	}
	return report, nil
}
