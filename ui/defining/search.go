package defining

import (
	"context"
	"slices"

	"tiv/internal/background"
	"tiv/session"
	"tiv/task/definition"
	"tiv/timeline"
	"tiv/workspace/tasking"
)

// search finds in the background what definitions find, and the names that they can have.
type search struct {
	draft *tasking.Draft  // of the last text without an error
	of    draftKey        // of draft
	list  definition.List // of draft
	words background.Latest[*timeline.Timeline, *definition.Words]
	found background.Latest[*tasking.Draft, []tasking.Found]
	tasks background.Latest[*tasking.Draft, []int]
}

// draftKey is the input of a draft, without its definitions.
type draftKey struct {
	revision int
	tl       *timeline.Timeline
}

// busy reports whether something is being found.
func (s *search) busy() bool {
	_, words := s.words.Running()
	_, found := s.found.Running()
	_, tasks := s.tasks.Running()
	return words || found || tasks
}

// close ends all work.
func (s *search) close() {
	s.words.Close()
	s.found.Close()
	s.tasks.Close()
}

// reset ends all work, without waiting, and drops the results.
func (s *search) reset() {
	s.words.Reset()
	s.found.Reset()
	s.tasks.Reset()
	s.draft = nil
}

// advance takes over what was found, and starts what is due for a text. It reports whether there are
// other names.
func (s *search) advance(d *session.Document, r *reading) (renamed bool) {
	tl, before := d.Workspace.Timeline, s.words.Value
	if running, ok := s.words.Running(); ok && !tl.Complete {
		tl = running // the trace grows: it would never be finished
	}
	own := r.list
	s.words.Update(tl, func(context.Context, func(float64)) (*definition.Words, error) {
		var types []string
		for _, t := range tl.Types {
			types = append(types, tl.Names[t.Name])
		}
		return definition.NewWords(tl.Names, types, append(definition.BuiltIn(), own...)), nil
	}, d.Wake)
	if s.redraft(d, r); s.draft != nil {
		draft, tl := s.draft, s.of.tl
		s.found.Update(draft, func(context.Context, func(float64)) ([]tasking.Found, error) { return draft.Match(tl), nil }, d.Wake)
		s.tasks.Update(draft, func(ctx context.Context, _ func(float64)) ([]int, error) { return draft.Count(ctx) }, d.Wake)
	}
	return s.words.Value != before
}

// redraft makes a draft of a text, if that has no error, and its definitions, the types or the trace are others. Comments and
// spaces make no difference.
func (s *search) redraft(d *session.Document, r *reading) {
	key := draftKey{d.Workspace.Tasking.Revision(), d.Workspace.Timeline}
	if _, running := s.tasks.Running(); running && !key.tl.Complete && s.draft != nil {
		key.tl = s.of.tl
	}
	same := s.draft != nil && key == s.of && slices.EqualFunc(r.list, s.list, definition.Definition.Equal)
	if r.valid() && !same {
		s.draft, s.of, s.list = d.Workspace.Tasking.Draft(r.list), key, r.list
	}
}

// results returns what all definitions of the draft find; nil while that is not known.
func (s *search) results() (found []tasking.Found, tasks []int) {
	if s.found.Present && s.found.Key == s.draft {
		found = s.found.Value
	}
	if s.tasks.Present && s.tasks.Key == s.draft {
		tasks = s.tasks.Value
	}
	return found, tasks
}
