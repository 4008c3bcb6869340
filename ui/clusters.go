package ui

import (
	"strconv"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene"
	"tiv/workspace"
)

// clustersPanel is the state of the fields in the panel.
type clustersPanel struct {
	naming int    // index of the cluster, -1 for none
	name   string // the text typed
	begun  bool   // the field has the keyboard
	next   bool   // the cluster that is being made is to be named
}

func (a *app) clustersPanel() {
	p := &a.clusters
	if n := len(a.ws.Look.Clusters); p.next && len(a.todo) == 0 && n > 0 {
		a.nameCluster(n - 1)
	}
	panel(clustersName, 0, func() {
		a.proposeLine()
		if len(a.ws.Look.Clusters) == 0 {
			a.faintWrapped("No clusters. Select threads (Ctrl and click, or Shift and drag around them) and " + withKey("make one", a.keysOf("cluster")) + ", or let TIV propose some.")
			return
		}
		for i := range a.ws.Look.Clusters {
			imgui.PushIDInt(int32(i))
			a.clusterLine(i)
			imgui.PopID()
		}
	})
}

// proposeLine offers to make clusters, and to undo all.
func (a *app) proposeLine() {
	a.faint("propose by")
	for by := workspace.SameName; by <= workspace.SameProfile; by++ {
		name := by.String()
		besideIfRoom(name)
		if imgui.SmallButton(name) {
			a.send(workspace.Propose{By: by})
		}
		a.mark("propose "+name, lastItem())
		tip(shortcutNamed("propose " + name).tip)
	}
	n := len(a.ws.Look.Clusters)
	imgui.BeginDisabledV(n == 0)
	for i, b := range []struct {
		name, does string
		c          workspace.Command
	}{
		{"fold all", "Draw each cluster as one bar.", workspace.FoldAll{Folded: true}},
		{"unfold all", "Draw all threads again.", workspace.FoldAll{}},
		{"take apart", withKey("Have no clusters. Undo brings them back.", a.keysOf("undo")), workspace.UngroupAll{}},
	} {
		if i > 0 {
			besideIfRoom(b.name)
		}
		if imgui.SmallButton(b.name) {
			a.glide(b.c)
		}
		tip(b.does)
	}
	imgui.EndDisabled()
	count := plural(n, "cluster")
	besideIfRoom(count)
	a.faint(count)
	imgui.Separator()
}

// clusterLine lays out one cluster: colour, name, buttons.
func (a *app) clusterLine(i int) {
	c := &a.ws.Look.Clusters[i]
	p := &a.clusters
	a.colorButton(i, c)
	imgui.SameLine()
	fold := "-"
	if c.Folded {
		fold = "+"
	}
	if imgui.SmallButton(fold) {
		a.glide(workspace.FoldCluster{Cluster: i, Folded: !c.Folded})
	}
	a.mark("fold "+c.Name, lastItem())
	a.keyTip("Draw it as one bar, or all its threads.", "fold")
	imgui.SameLine()
	if p.naming == i {
		a.nameField(i)
		return
	}
	count := " " + strconv.Itoa(len(c.Threads))
	if a.link("name", tame(c.Name)+count, "Click to select its threads, right click for more.") {
		a.send(workspace.SelectMany{Threads: c.Threads, Mode: selectMode()})
	}
	a.mark("cluster "+c.Name, lastItem())
	if imgui.BeginPopupContextItemV("more", imgui.PopupFlagsMouseButtonRight) {
		a.clusterMenu(i)
		imgui.EndPopup()
	}
}

// clusterMenu lists the commands for a cluster.
func (a *app) clusterMenu(i int) {
	if imgui.MenuItemBool("Rename") {
		a.nameCluster(i)
	}
	tip("Lets you type another name.")
	if imgui.MenuItemBool("Add the selected threads") {
		a.glide(workspace.JoinCluster{Cluster: i, Threads: a.ws.Look.Selection})
	}
	tip("Takes the selected threads out of the clusters that they are in, and into this one.")
	if imgui.MenuItemBool("Take apart") {
		a.glide(workspace.Ungroup{Cluster: i})
	}
	tip("Lets its threads stand alone again.")
}

// nameCluster opens the field for a cluster's name.
func (a *app) nameCluster(i int) {
	a.clusters = clustersPanel{naming: i, name: a.ws.Look.Clusters[i].Name}
	imgui.SetWindowFocusStr(clustersName)
}

// nameField lays out the field for a cluster's name.
func (a *app) nameField(i int) {
	p := &a.clusters
	if !p.begun {
		imgui.SetKeyboardFocusHere()
	}
	imgui.SetNextItemWidth(-1)
	done := imgui.InputTextWithHint("##name", "name", &p.name, imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil)
	a.mark("cluster's name", lastItem())
	tip("Enter keeps the name. Esc leaves it as it was.")
	switch {
	case done:
		a.send(workspace.NameCluster{Cluster: i, Name: p.name})
		p.naming = -1
	case p.begun && !imgui.IsItemActive():
		p.naming = -1
	case imgui.IsItemActive():
		p.begun = true
	}
}

// colorButton shows a cluster's colour, and opens the choice of another.
func (a *app) colorButton(i int, c *scene.Cluster) {
	color := c.Color
	if color.A == 0 {
		color = a.ws.Look.Palette.Neutral
	}
	size := imgui.TextLineHeight()
	at := imgui.CursorScreenPos()
	if imgui.InvisibleButton("color", imgui.Vec2{X: size, Y: size}) {
		imgui.OpenPopupStr("colors")
	}
	fill(imgui.WindowDrawList(), scene.Rect{X0: at.X, Y0: at.Y, X1: at.X + size, Y1: at.Y + size}, color)
	tip("The cluster's colour.")
	if !imgui.BeginPopup("colors") {
		return
	}
	for k, choice := range append([]scene.Color{{}}, scene.ClusterColors[:]...) {
		imgui.PushIDInt(int32(k))
		name := "none"
		if k > 0 {
			name = "       "
		}
		low := imgui.CursorScreenPos()
		if imgui.SelectableBool(name) {
			a.send(workspace.ColorCluster{Cluster: i, Color: choice})
		}
		tip("Lets the cluster have this colour.")
		if k > 0 {
			fill(imgui.WindowDrawList(), scene.Rect{X0: low.X, Y0: low.Y, X1: low.X + 3*size, Y1: low.Y + size}, choice)
		}
		imgui.PopID()
	}
	imgui.EndPopup()
}
