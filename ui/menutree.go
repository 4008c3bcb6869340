package ui

// menu is a menu of the bar: the shortcuts that name it, and below them its submenus.
type menu struct {
	name  string
	below []menu
}

// menuTree is all menus, in the order of the bar. None has more entries than people
// take in at a glance; a test counts them.
var menuTree = []menu{
	{name: "File"},
	{name: "Edit"},
	{"View", submenus("Camera", "Detail", "Palette")},
	{"Play", submenus("Step", "Visible range")},
	{"Go", []menu{{name: "Waits and states"}, {"Bookmarks", submenus("Replace a bookmark")}, {name: "Notes"}}},
	{"Threads", submenus("Select", "Show and hide", "Filter", "Layout", "Calls", "Slices")},
	{"Clusters", submenus("Propose")},
	{"Window", submenus("Panels and tabs")},
	{"Help", submenus("Keys")},
}

func submenus(names ...string) (list []menu) {
	for _, name := range names {
		list = append(list, menu{name: name})
	}
	return list
}

// entries returns the shortcuts of a menu without those of its submenus.
func (m *menu) entries() (list []*shortcut) {
	for i := range shortcuts {
		if shortcuts[i].menu == m.name {
			list = append(list, &shortcuts[i])
		}
	}
	return list
}

// all returns the shortcuts of a menu and of all its submenus.
func (m *menu) all() (list []*shortcut) {
	list = m.entries()
	for i := range m.below {
		list = append(list, m.below[i].all()...)
	}
	return list
}

// groupStarts are the commands before which menus draw a line.
var groupStarts = map[string]bool{
	"zoom in": true, "turn left": true, "move left": true, "in time": true, "level auto": true, "palette dark": true, "reset places": true,
	"fit time": true, "earlier window": true, "more steps": true, "longer history": true,
	"slower": true, "start": true, "back": true, "next": true, "zoom": true, "later": true, "graph later": true, "open rows": true, "calls by function": true,
	"row above": true, "dim": true, "show all": true, "fold all": true,
	"next tab": true, "larger text": true, "gentle camera": true, "tour": true,
}
