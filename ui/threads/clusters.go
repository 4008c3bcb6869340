package threads

import (
	"strconv"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// Clusters is the list of clusters.
type Clusters struct {
	panel.Trace
	keys *keys.Bindings
	panel.Idle
	naming   int    // index of the cluster, -1 for none
	name     string // the text typed
	focused  bool   // the field has the keyboard
	NameNext bool   // the cluster that is being made is to be named
}

// LayOut lays the panel out.
func (p *Clusters) LayOut() {
	if n := len(p.Workspace.Look.Clusters); p.NameNext && !p.Queued() && n > 0 {
		p.Rename(n - 1)
	}
	panel.Docked(panel.Clusters, 0, func() {
		p.proposeLine()
		if len(p.Workspace.Look.Clusters) == 0 {
			p.UI.FaintWrapped("No clusters. Select threads (Ctrl+click, or Shift+drag around them) and " +
				keys.WithKey("make a cluster", p.keys.Keys("cluster")) + ", or choose a proposal above.")
			return
		}
		for i := range p.Workspace.Look.Clusters {
			imgui.PushIDInt(int32(i))
			p.line(i)
			imgui.PopID()
		}
	})
}

// proposeLine offers to make clusters, and to undo all.
func (p *Clusters) proposeLine() {
	p.UI.Faint("Propose by")
	for by := range workspace.Proposals {
		name := by.String()
		widget.SameLineIfRoom(name)
		if imgui.SmallButton(name) {
			p.Send(workspace.Propose{By: by})
		}
		p.UI.Mark("propose "+name, widget.LastItem())
		widget.Tip(command.EntryNamed("propose " + name).Help)
	}
	n := len(p.Workspace.Look.Clusters)
	imgui.BeginDisabledV(n == 0)
	for i, b := range []struct {
		name, does string
		c          workspace.Command
	}{
		{"Fold all", "Draws each cluster as one bar.", workspace.FoldAll{Folded: true}},
		{"Unfold all", "Draws all threads of all clusters.", workspace.FoldAll{}},
		{"Ungroup all", keys.WithKey("Removes all clusters. Undo restores them.", p.keys.Keys("undo")), workspace.UngroupAll{}},
	} {
		if i > 0 {
			widget.SameLineIfRoom(b.name)
		}
		if imgui.SmallButton(b.name) {
			p.Glide(b.c)
		}
		widget.Tip(b.does)
	}
	imgui.EndDisabled()
	count := tracefeed.Plural(n, "cluster")
	widget.SameLineIfRoom(count)
	p.UI.Faint(count)
	imgui.Separator()
}

// line lays out one cluster: colour, name, buttons.
func (p *Clusters) line(i int) {
	c := &p.Workspace.Look.Clusters[i]
	p.colorButton(i, c)
	imgui.SameLine()
	fold := "-"
	if c.Folded {
		fold = "+"
	}
	if imgui.SmallButton(fold) {
		p.Glide(workspace.FoldCluster{Cluster: i, Folded: !c.Folded})
	}
	p.UI.Mark("fold "+c.Name, widget.LastItem())
	p.keys.KeyTip("Folds the cluster into one bar, or unfolds it.", "fold")
	imgui.SameLine()
	if p.naming == i {
		p.nameField(i)
		return
	}
	count := " × " + strconv.Itoa(len(c.Threads))
	if p.UI.Link("name", report.Safe(c.Name)+count, "Click to select the threads of the cluster, right-click for more.") {
		p.Send(workspace.SelectMany{Threads: c.Threads, Mode: panel.SelectMode()})
	}
	p.UI.Mark("cluster "+c.Name, widget.LastItem())
	if imgui.BeginPopupContextItemV("more", imgui.PopupFlagsMouseButtonRight) {
		p.menu(i)
		imgui.EndPopup()
	}
}

// menu lists the commands for a cluster.
func (p *Clusters) menu(i int) {
	if imgui.MenuItemBool("Rename…") {
		p.Rename(i)
	}
	widget.Tip("Changes the name of the cluster.")
	if imgui.MenuItemBool("Add the selected threads") {
		p.Glide(workspace.JoinCluster{Cluster: i, Threads: p.Workspace.Look.Selection})
	}
	widget.Tip("Moves the selected threads into this cluster.")
	if imgui.MenuItemBool("Ungroup") {
		p.Glide(workspace.Ungroup{Cluster: i})
	}
	widget.Tip("Removes the cluster and keeps its threads.")
}

// Rename opens the field for a cluster's name.
func (p *Clusters) Rename(i int) {
	p.naming, p.name, p.focused, p.NameNext = i, p.Workspace.Look.Clusters[i].Name, false, false
	imgui.SetWindowFocusStr(panel.Clusters)
}

// nameField lays out the field for a cluster's name.
func (p *Clusters) nameField(i int) {
	if !p.focused {
		imgui.SetKeyboardFocusHere()
	}
	imgui.SetNextItemWidth(-1)
	done := imgui.InputTextWithHint("##name", "Name", &p.name, imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil)
	p.UI.Mark("cluster's name", widget.LastItem())
	widget.Tip("Enter saves the name, Esc cancels.")
	switch {
	case done:
		p.Send(workspace.NameCluster{Cluster: i, Name: p.name})
		p.naming = -1
	case p.focused && !imgui.IsItemActive():
		p.naming = -1
	case imgui.IsItemActive():
		p.focused = true
	}
}

// colorButton shows a cluster's colour, and opens the choice of another.
func (p *Clusters) colorButton(i int, c *view.Cluster) {
	color := c.Color
	if color.A == 0 {
		color = p.UI.Palette.Neutral
	}
	size := imgui.TextLineHeight()
	at := imgui.CursorScreenPos()
	if imgui.InvisibleButton("color", imgui.Vec2{X: size, Y: size}) {
		imgui.OpenPopupStr("colors")
	}
	widget.Fill(imgui.WindowDrawList(), shape.Rect{X0: at.X, Y0: at.Y, X1: at.X + size, Y1: at.Y + size}, color)
	widget.Tip("The colour of the cluster. Click to choose another.")
	if !imgui.BeginPopup("colors") {
		return
	}
	for k, choice := range append([]paint.Color{{}}, paint.ClusterColors[:]...) {
		imgui.PushIDInt(int32(k))
		name := "none"
		if k > 0 {
			name = "       "
		}
		low := imgui.CursorScreenPos()
		if imgui.SelectableBool(name) {
			p.Send(workspace.ColorCluster{Cluster: i, Color: choice})
		}
		widget.Tip("Gives the cluster this colour.")
		if k > 0 {
			widget.Fill(imgui.WindowDrawList(), shape.Rect{X0: low.X, Y0: low.Y, X1: low.X + 3*size, Y1: low.Y + size}, choice)
		}
		imgui.PopID()
	}
	imgui.EndPopup()
}

// NewClusters returns the panel of the clusters of a trace.
func NewClusters(on panel.Trace, s *panel.Services) Clusters {
	return Clusters{Trace: on, keys: s.Keys, naming: -1}
}
