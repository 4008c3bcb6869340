package workspace

import (
	"context"
	"errors"

	"tiv/interaction"
	"tiv/timeline"
)

// search finds the problems of the complete timeline, unless they are known. The
// findings of a cached trace are cached beside it.
func (l *Loader) search() {
	now := l.Current()
	if now.Searched {
		return
	}
	ctx, stop := l.memory().Watch(l.ctx)
	report := interaction.Find(ctx, now.Timeline)
	err := context.Cause(ctx)
	stop()
	switch {
	case l.ctx.Err() != nil: // it is not all
		return
	case err != nil:
		l.unfound = err
		l.store(&Loaded{Timeline: now.Timeline, Searched: true})
		return
	}
	if l.key != "" && now.Timeline.Trouble() == nil {
		l.Cache.KeepFindings(l.key, interaction.AppendReport(nil, report)) // at worst they are searched again
	}
	l.store(&Loaded{Timeline: now.Timeline, Report: report, Searched: true})
}

// cachedReport returns the findings that the cache has of the trace.
func (l *Loader) cachedReport(tl *timeline.Timeline) (interaction.Report, error) {
	if l.key == "" {
		return interaction.Report{}, errors.New("the trace is not cached")
	}
	data, err := l.Cache.Findings(l.key)
	if err != nil {
		return interaction.Report{}, err
	}
	report, err := interaction.ParseReport(data, tl)
	if err != nil {
		return interaction.Report{}, err
	}
	return report, nil
}
