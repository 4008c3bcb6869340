package definition

import (
	"os"
	"path/filepath"

	"tiv/tracefeed"
)

// FileName is the name of a project's file of definitions.
const FileName = "tiv-tasks.xml"

// Around returns the paths of files of definitions in the folder of a trace and the folders
// around it, nearest first. A trace that is no file has none.
func Around(trace string) (paths []string) {
	first := beside(trace)
	if first == "" {
		return nil
	}
	for folder := range tracefeed.Outward(filepath.Dir(first)) {
		path := filepath.Join(folder, FileName)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			paths = append(paths, path)
		}
	}
	return paths
}

// beside returns the path of a file of definitions in the folder of a trace, whether or not there
// is one; "" for a trace that is no file.
func beside(trace string) string {
	info, err := os.Stat(trace)
	if err != nil {
		return ""
	}
	folder, err := filepath.Abs(trace)
	if err != nil {
		return ""
	}
	if !info.IsDir() {
		folder = filepath.Dir(folder)
	}
	return filepath.Join(folder, FileName)
}
