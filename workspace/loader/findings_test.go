package loader

import (
	"os"
	"path/filepath"
	"testing"

	"tiv/timeline"
	"tiv/workspace/cache"
)

// A timeline is complete without its findings, which are searched only on request,
// and cached beside the cached trace.
func TestFindingsComeLater(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.tiv")
	if err := os.WriteFile(path, quarrel(), 0o600); err != nil {
		t.Fatal(err)
	}
	c := cache.New(filepath.Join(t.TempDir(), "cache"), 1<<30)
	// The first and second opening request no findings. The third search is
	// cached for the last two. Only the third and the last request a moment, too.
	for i, asked := range []bool{false, false, true, false, true} {
		l, err := Open(path, Options{Memory: timeline.NewMemory(1 << 20), Cache: c, Findings: asked})
		if err != nil {
			t.Fatal(err)
		}
		all, err := l.Wait()
		if err != nil || !all.Timeline.Complete || all.Searched && i < 2 {
			t.Errorf("opened for time %d: complete %v, searched %v, %v", i+1, all.Timeline.Complete, all.Searched, err)
		}
		if all, err = l.WaitFindings(); err != nil || all.Searched != (i >= 2) || len(all.Report.Findings) > 0 != (i >= 2) {
			t.Errorf("opened for time %d: searched %v, %d findings, %v", i+1, all.Searched, len(all.Report.Findings), err)
		}
		if asked != (all.Opening != nil) {
			t.Errorf("opened for time %d: at %v", i+1, all.Opening)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	if freed, err := c.Clear(); err != nil || freed == 0 {
		t.Errorf("freed %d, %v", freed, err)
	}
	if left, err := os.ReadDir(c.Dir()); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}
