package prefs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"tiv/internal/replace"
	"tiv/tracefeed"
)

// Prefs are a user's wishes. The zero value has none.
type Prefs struct {
	// Palette is the name of the palette that traces open with.
	Palette string `json:"palette,omitempty"`
	// Scale is the size of texts and lines, on top of the screen's own; 0 is 1.
	Scale float32 `json:"scale,omitempty"`
	// Abrupt makes the camera, bars and views jump instead of glide.
	Abrupt bool `json:"abrupt,omitempty"`
	// WheelTime makes the mouse wheel zoom in time, and with Ctrl in space; without
	// it, the other way round.
	WheelTime bool `json:"wheel_time,omitempty"`
	// LegendStrip shows the legend as lines below the menus instead of a panel.
	LegendStrip bool `json:"legend_strip,omitempty"`
	// FrameTimes shows the times of frames in the status bar.
	FrameTimes bool `json:"frame_times,omitempty"`
	// KeyPreset is the name of the keys that functions have; "" for the usual.
	KeyPreset string `json:"key_preset,omitempty"`
	// Keys maps functions, by name, to keys other than the usual ones.
	Keys map[string]string `json:"keys,omitempty"`
	// Recent are the paths of traces, the last that was opened first.
	Recent []string `json:"recent,omitempty"`
	// Editor opens source files: a command or a URL with {path} and {line}; "" for
	// $VISUAL or $EDITOR.
	Editor string `json:"editor,omitempty"`
	// FileDialogs are the dialogs for opening and saving: DesktopDialogs, OwnDialogs,
	// or "" for the desktop's if it has any.
	FileDialogs string `json:"file_dialogs,omitempty"`
	// TourDone is set once the user does not want to see the tour any more.
	TourDone bool `json:"tour_done,omitempty"`
	// MouseUsed is set once the user has used the mouse in a scene.
	MouseUsed bool `json:"mouse_used,omitempty"`
	// NoKeyHints leaves away the line of useful keys in the scene, and KeysUsed are the entries of it whose
	// keys the user has used.
	NoKeyHints bool     `json:"no_key_hints,omitempty"`
	KeysUsed   []string `json:"keys_used,omitempty"`
	// Layout is the layout of panels, in Dear ImGui's format.
	Layout string `json:"layout,omitempty"`
}

// Choices of file dialogs.
const (
	DesktopDialogs = "desktop"
	OwnDialogs     = "own"
)

// variable is the environment variable that names the folder, or is "off".
const variable = "TIV_CONFIG"

const name = "settings.json"

// maxSize is the largest size of a settings file, in bytes, maxRecent the number
// of recent files.
const (
	maxSize   = 1 << 20
	maxRecent = 20
)

// Dir returns the folder of the user's own files; "" if there is none.
func Dir() string {
	dir := os.Getenv(variable)
	switch dir {
	case "off":
		return ""
	case "":
		home, err := os.UserConfigDir()
		if err != nil {
			return ""
		}
		return filepath.Join(home, "tiv")
	}
	return dir
}

// Load reads the settings that Save wrote into a folder. An unreadable file is
// renamed, as the error says, and the settings are empty.
func Load(dir string) (Prefs, error) {
	if dir == "" {
		return Prefs{}, nil
	}
	path := filepath.Join(dir, name)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Prefs{}, nil
	}
	if err != nil {
		return Prefs{}, fmt.Errorf("read settings: %w", err)
	}
	defer f.Close()
	var p Prefs
	data, err := io.ReadAll(io.LimitReader(f, maxSize))
	if err == nil {
		err = json.Unmarshal(data, &p)
	}
	if err != nil {
		aside := path + ".broken"
		return Prefs{}, errors.Join(fmt.Errorf("read settings: %s: %w; it is now %s", path, err, aside), os.Rename(path, aside))
	}
	if !(p.Scale >= 0.5 && p.Scale <= 4) {
		p.Scale = 0
	}
	return p, nil
}

// Save writes the settings into a folder, and creates the folder if necessary.
// An error leaves the former settings as they were.
func (p Prefs) Save(dir string) error {
	if dir == "" {
		return nil
	}
	data, err := json.MarshalIndent(p, "", "\t")
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err == nil {
		err = replace.Bytes(filepath.Join(dir, name), append(data, '\n'))
	}
	if err != nil {
		return fmt.Errorf("save settings: %w", err)
	}
	return nil
}

// Open notes that a trace was opened: a file, or a demo under its name. A stream
// cannot be opened again, and is not noted.
func (p *Prefs) Open(path string) {
	if tracefeed.IsStream(path) {
		return
	}
	if abs, err := filepath.Abs(path); err == nil && !tracefeed.IsDemo(path) {
		path = abs
	}
	recent := slices.DeleteFunc(slices.Clone(p.Recent), func(old string) bool { return old == path })
	p.Recent = append([]string{path}, recent[:min(len(recent), maxRecent-1)]...)
}
