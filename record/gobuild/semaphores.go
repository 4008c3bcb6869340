package gobuild

import (
	"context"
	"os"
	"path/filepath"
	"slices"
)

// semaphores log the takers of units of semaphores of golang.org/x/sync, for its releases
// since 0.8 and before. An acquisition is logged after it is made, a release before it, both
// while the semaphore's mutex is locked, except an acquisition after a wait.
var semaphores = feature{
	name: "holders of semaphores of golang.org/x/sync",
	patches: []patch{{semaphoreFile, append(semaphoreChanges, []change{
		{1, "		// Acquired the semaphore. Check", "		s.tivTakes()\n		// Acquired the semaphore. Check"}}...)}},
	adds: []addition{{"semaphore", "weighted.go.txt"}},
	older: &feature{
		patches: []patch{{semaphoreFile, append(semaphoreChanges, []change{
			{1, "			err = nil\n", "			s.tivTakes(); err = nil\n"},
			{1, "	case <-ready:\n		return nil\n", "	case <-ready:\n		s.tivTakes(); return nil\n"}}...)}},
		adds: []addition{{"semaphore", "weighted.go.txt"}},
	},
}

const semaphoreFile = "semaphore/semaphore.go"

var semaphoreChanges = slices.Clip([]change{
	{1, "	waiters list.List\n", "	waiters list.List; tiv tivUse\n"},
	{1, "		s.cur += n\n		s.mu.Unlock()\n", "		s.cur += n; s.tivTakes()\n		s.mu.Unlock()\n"},
	{1, "	elem := s.waiters.PushBack(w)\n", "	elem := s.waiters.PushBack(w); s.tivWaits()\n"},
	{1, "	if success {\n		s.cur += n\n", "	if success {\n		s.cur += n; s.tivTakes()\n"},
	{1, "	s.mu.Lock()\n	s.cur -= n\n", "	s.mu.Lock()\n	s.tivFrees(); s.cur -= n\n"},
})

// addSemaphores lays changed semaphores of golang.org/x/sync over those that the program
// uses, if the toolchain's overlay tracks owners. covered are the packages whose coverage is
// measured.
func (m *moduleLayer) addSemaphores(ctx context.Context, covered map[string]bool) error {
	const pkg = "golang.org/x/sync/semaphore"
	if _, ok := m.over.Replace[filepath.Join(m.tc.root, "src", "runtime", "trace", addedName+"_semaphores.go")]; !ok || covered[pkg] {
		return nil
	}
	all, err := m.tc.packages(ctx, m.command)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(p *listed) bool { return p.ImportPath == pkg && p.Module != nil })
	if i < 0 {
		return nil
	}
	module, dir := all[i].Module, filepath.Dir(all[i].Dir)
	files, err := semaphores.fitting(os.DirFS(dir))
	if err != nil {
		m.note("golang.org/x/sync %s: %v; recording without %s", module.Version, err, semaphores.name)
		return nil
	}
	files[semaphoreFile] = "//line " + filepath.Join(dir, semaphoreFile) + ":1\n" + files[semaphoreFile]
	m.change(dir, module.Path, module.Version, files)
	return nil
}
