package saved

import "testing"

// A workspace saved by an old version goes through all later upgraders.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	upgraders[-1] = func(doc map[string]any) error { doc["b"] = doc["a"]; delete(doc, "a"); return nil }
	upgraders[0] = func(doc map[string]any) error { doc["c"] = doc["b"]; delete(doc, "b"); return nil }
	defer delete(upgraders, -1)
	defer delete(upgraders, 0)
	got, err := upgrade([]byte(`{"a":9007199254740993}`), Version-2)
	if err != nil || string(got) != `{"c":9007199254740993}` {
		t.Errorf("upgraded to %s, %v", got, err)
	}
	if _, err := upgrade([]byte(`{}`), Version-3); err == nil {
		t.Error("a version that nobody knows is upgraded")
	}
}
