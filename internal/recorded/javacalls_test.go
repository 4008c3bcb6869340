package recorded_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/record"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// called returns the calls, allocations and releases in a trace, in words: the objects
// are letters, in the order of their appearance.
func called(t *testing.T, trace string) (calls []string, freed map[string]bool) {
	t.Helper()
	source, err := tracefeed.Open(trace, loader.Formats())
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	letters := map[int64]string{0: "-"}
	letter := func(object int64) string {
		if letters[object] == "" {
			letters[object] = string(rune('A' + len(letters) - 1))
		}
		return letters[object]
	}
	freed = map[string]bool{}
	for ev, err := range tracefeed.All(source) {
		if err != nil {
			t.Fatal(err)
		}
		name := source.Tables().Names[ev.Name]
		switch ev.Kind {
		case tracefeed.CallEnter:
			calls = append(calls, fmt.Sprintf("%s %s %s", name, letter(ev.Object), letter(ev.Value)))
		case tracefeed.CallExit:
			calls = append(calls, "end of "+name)
		case tracefeed.Alloc:
			if ev.Value < 16 {
				t.Errorf("an object of %d bytes", ev.Value)
			}
			calls = append(calls, "new "+name+" "+letter(ev.Object))
		case tracefeed.Free:
			freed[letter(ev.Object)] = true
		}
	}
	return calls, freed
}

// supertypes returns the direct supertypes of the classes in a trace.
func supertypes(t *testing.T, trace string) map[string][]string {
	t.Helper()
	source, err := tracefeed.Open(trace, loader.Formats())
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	for _, err := range tracefeed.All(source) {
		if err != nil {
			t.Fatal(err)
		}
	}
	return tracefeed.Supertypes(source.Tables().Types, source.Tables().Names)
}

// TestJavaCalls records calls with their objects and first arguments, returns and
// exceptions, and the life of objects, by patterns with subclasses; and the supertypes of the
// classes.
func TestJavaCalls(t *testing.T) {
	t.Parallel()
	var stdout, stderr strings.Builder
	result, err := record.Run(t.Context(), record.Options{Command: java(t, "Orders"), Out: filepath.Join(t.TempDir(), "x.bin"),
		Calls: []string{"+Orders$Store", "Orders.s*m"}, Objects: []string{"Orders$Memory", "Orders$Checked"}, Stdout: &stdout,
		Stderr: &stderr})
	if err != nil || result.ExitCode != 0 || stdout.String() != "11\n" || stderr.String() != "" || len(result.Traces) != 1 {
		t.Fatalf("%v, %+v, output %q, %q", err, result, stdout.String(), stderr.String())
	}
	find(t, result.Traces[0])
	got, freed := called(t, result.Traces[0])
	want := strings.Split(strings.TrimSpace(`
new Orders$Memory A
Orders$Memory.<init> A -
end of Orders$Memory.<init>
new Orders$Checked B
Orders$Memory.<init> B -
end of Orders$Memory.<init>
Orders$Checked.<init> B C
end of Orders$Checked.<init>
Orders$Memory.put A D
end of Orders$Memory.put
Orders$Memory.put A E
end of Orders$Memory.put
Orders$Memory.put B D
end of Orders$Memory.put
new Orders$Checked F
Orders$Memory.<init> F -
end of Orders$Memory.<init>
Orders$Checked.<init> F -
end of Orders$Checked.<init>
Orders$Memory.get A G
end of Orders$Memory.get
Orders$Checked.get B E
end of Orders$Checked.get
Orders$Checked.get B G
Orders$Memory.get B G
end of Orders$Memory.get
end of Orders$Checked.get
Orders.sum - -
end of Orders.sum
`), "\n")
	if !slices.Equal(got, want) {
		t.Errorf("calls:\n%s", strings.Join(got, "\n"))
	}
	types := supertypes(t, result.Traces[0])
	for class, want := range map[string]string{"Orders": "[java.lang.Object]", "Orders$Memory": "[java.lang.Object Orders$Store]",
		"Orders$Checked": "[Orders$Memory]", "Orders$Store": "[]", "java.lang.Object": "[]"} {
		if got := fmt.Sprint(types[class]); got != want {
			t.Errorf("%s has the supertypes %s, want %s", class, got, want)
		}
	}
	if !freed["A"] || !freed["B"] || !freed["F"] || len(freed) != 3 {
		t.Errorf("freed: %v", freed)
	}
}

// TestJavaCallsRefused says why calls cannot be recorded.
func TestJavaCallsRefused(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]record.Options{
		"Java programs only":                {Command: []string{"go", "run", "."}, Objects: []string{"main"}},
		"a + is for classes of Java":        {Command: []string{"go", "run", "."}, Calls: []string{"+main"}},
		"is no pattern":                     {Command: java(t, "Orders"), Calls: []string{"a,b"}},
		`"+" is no pattern`:                 {Command: java(t, "Orders"), Objects: []string{"+"}},
		"this recording is by Flight":       {Command: java(t, "Orders"), Objects: []string{"Orders"}, Java: record.JavaJFR},
		"TIV's agent keeps the whole trace": {Command: java(t, "Orders"), Objects: []string{"Orders"}, Keep: 1},
	} {
		o.Out = filepath.Join(t.TempDir(), "x.bin")
		if _, err := record.Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
