package command

// Menu is a menu of the bar: the entries that name it, and below them its submenus.
type Menu struct {
	Name  string
	Below []Menu
}

// Menus is all menus, in the order of the bar. None has more entries than people take in at a
// glance; a test counts them.
var Menus = []Menu{
	{Name: "File"},
	{"Edit", submenus("Copy as text")},
	{"View", []Menu{{Name: "Camera"}, {"Detail", submenus("Level of detail", "Waits")}, {Name: "Palette"}}},
	{"Play", submenus("Step", "Visible range")},
	{"Go", []Menu{{Name: "Findings"}, {Name: "Waits and states"}, {"Bookmarks", submenus("Replace a bookmark")}, {Name: "Notes"}}},
	{"Threads", []Menu{{Name: "Select"}, {Name: "List"}, {"Show and hide", submenus("Filter")}, {Name: "Layout"}, {Name: "Calls"},
		{"Tasks", submenus("Order of tasks", "Heights of tasks", "Colours of tasks", "Turn of the spiral", "Tables of tasks")},
		{Name: "Slices"}}},
	{"Clusters", submenus("Propose")},
	{"Window", []Menu{{"Panels", submenus("Show a panel")}, {"Tables", submenus("Show a table", "Functions by", "Tasks by")},
		{Name: "Comparison"}, {Name: "Tabs"},
		{Name: "Presenting"}, {"Settings", submenus("File dialogs")}}},
	{"Help", submenus("Keys")},
}

func submenus(names ...string) (list []Menu) {
	for _, name := range names {
		list = append(list, Menu{Name: name})
	}
	return list
}

// Entries returns the entries of a menu without its submenus.
func (m *Menu) Entries() (list []*Entry) {
	for _, e := range Entries() {
		if e.Menu == m.Name {
			list = append(list, e)
		}
	}
	return list
}

// All returns the entries of a menu and of all its submenus.
func (m *Menu) All() (list []*Entry) {
	list = m.Entries()
	for i := range m.Below {
		list = append(list, m.Below[i].All()...)
	}
	return list
}
