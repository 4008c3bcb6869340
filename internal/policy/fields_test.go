package policy

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// encoded are types whose fields are exported for an encoder or a template, without tags that say so:
// a folder, a dot, and the type.
var encoded = []string{
	"interaction/detect.Queue", "interaction/detect.Serial", "interaction/detect.Starved", // facts of findings, in saved reports
	"record/gobuild.listed", "record/symbols.found", // of go list; in a cache
	"report/contents.Document", "report/contents.Cell", // for the page of a report
	"report/contents.Finding", "report/contents.Head",
	"scene.Lock", // of frames, which a test compares in gob
}

// TestFields fails for an exported field whose name no other package has: nothing outside can use it.
// Structs with tags are exempt, because encoders need their fields.
func TestFields(t *testing.T) {
	t.Parallel()
	names := map[string]map[string]bool{} // packages, by the names that they have
	for _, s := range allSources(t) {
		ast.Inspect(s.File, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.IsExported() {
				if names[id.Name] == nil {
					names[id.Name] = map[string]bool{}
				}
				names[id.Name][s.folder+" "+s.Name.Name] = true
			}
			return true
		})
	}
	found := map[string]bool{}
	fields := 0
	for _, s := range sources(t) {
		eachStruct(s.File, func(name string, of *ast.StructType) {
			if strings.HasPrefix(s.folder, "demo/") || strings.HasPrefix(s.folder, "proof/") {
				return // programs to record
			}
			for _, field := range exportedFields(of) {
				fields++
				of := s.folder + "." + name
				if len(names[field.Name]) > 1 {
					continue
				}
				if found[of] = true; !slices.Contains(encoded, of) {
					t.Errorf("%s: %s.%s is used in its package only", s.files.Position(field.Pos()), name, field.Name)
				}
			}
		})
	}
	for _, of := range encoded {
		if !found[of] {
			t.Errorf("%s has no field that needs a place in the list", of)
		}
	}
	if fields < 1000 {
		t.Errorf("only %d fields were found", fields)
	}
}

// eachStruct calls f for the types of a file that are structs.
func eachStruct(file *ast.File, f func(name string, of *ast.StructType)) {
	for _, d := range file.Decls {
		if d, ok := d.(*ast.GenDecl); ok {
			for _, spec := range d.Specs {
				if spec, ok := spec.(*ast.TypeSpec); ok {
					if of, ok := spec.Type.(*ast.StructType); ok {
						f(spec.Name.Name, of)
					}
				}
			}
		}
	}
}

// exportedFields returns the exported fields of a struct that are not embedded; none if a field has a tag.
func exportedFields(of *ast.StructType) (list []*ast.Ident) {
	for _, field := range of.Fields.List {
		if field.Tag != nil {
			return nil
		}
		for _, name := range field.Names {
			if name.IsExported() {
				list = append(list, name)
			}
		}
	}
	return list
}
