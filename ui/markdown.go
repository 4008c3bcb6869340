package ui

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/AllenDang/cimgui-go/imgui"
)

// prose is a page in the part of Markdown that the documentation uses, as a list of blocks.
type prose []block

// block is a paragraph, a heading, an item of a list, a line of code, or a table.
type block struct {
	kind  blockKind
	text  string     // without marks
	cells [][]string // of a table, by rows; the first is its head
}

type blockKind byte

const (
	paragraph blockKind = iota
	heading
	listItem
	codeLine
	tableBlock
)

// parseProse parses a page, and leaves out its pictures. title returns the title of a page by the name of its file, ""
// for other files.
func parseProse(page string, title func(name string) string) (p prose) {
	code, open := false, false // open: the next line continues the last block
	for line := range strings.SplitSeq(page, "\n") {
		fence, trimmed := strings.HasPrefix(line, "```"), strings.TrimSpace(line)
		plain := func() string { return plainText(trimmed, title) }
		switch {
		case fence:
			code, open = !code, false
		case code:
			p = append(p, block{kind: codeLine, text: line})
		case trimmed == "" || strings.HasPrefix(trimmed, "<!--") || strings.HasPrefix(trimmed, "!["):
			open = false
		case strings.HasPrefix(line, "#"):
			trimmed = strings.TrimLeft(line, "# ")
			p, open = append(p, block{kind: heading, text: plain()}), false
		case strings.HasPrefix(line, "|"):
			p, open = p.addRow(line, title), false
		case itemStart.MatchString(line):
			if rest, ok := strings.CutPrefix(trimmed, "- "); ok {
				trimmed = "• " + rest
			}
			p, open = append(p, block{kind: listItem, text: plain()}), true
		case open:
			p[len(p)-1].text += " " + plain()
		default:
			p, open = append(p, block{text: plain()}), true
		}
	}
	return p
}

// itemStart matches the first line of an item of a list.
var itemStart = regexp.MustCompile(`^ *(- |\d+\. )`)

// addRow appends a row to the table at the end of a page, or begins one.
func (p prose) addRow(line string, title func(string) string) prose {
	const bar = "\x00" // instead of an escaped one
	line = strings.Trim(strings.ReplaceAll(strings.TrimSpace(line), `\|`, bar), "|")
	if strings.Trim(line, "|-: ") == "" {
		return p // the line below the head
	}
	var cells []string
	for cell := range strings.SplitSeq(line, "|") {
		cells = append(cells, plainText(strings.TrimSpace(strings.ReplaceAll(cell, bar, "|")), title))
	}
	if n := len(p); n > 0 && p[n-1].kind == tableBlock && len(p[n-1].cells[0]) == len(cells) {
		p[n-1].cells = append(p[n-1].cells, cells)
		return p
	}
	return append(p, block{kind: tableBlock, cells: [][]string{cells}})
}

var (
	linkMark = regexp.MustCompile(`\[([^\]]*)\]\(([^)]*)\)`)
	emphasis = regexp.MustCompile(`\*([^*\s][^*]*)\*`)
)

// plainText returns a line without the marks of Markdown. A link to a page is its title.
func plainText(s string, title func(name string) string) string {
	parts := strings.Split(s, "`")
	for i := 0; i < len(parts); i += 2 { // the others are code
		parts[i] = emphasis.ReplaceAllString(strings.ReplaceAll(parts[i], "**", ""), "$1")
	}
	return linkMark.ReplaceAllStringFunc(strings.Join(parts, ""), func(link string) string {
		m := linkMark.FindStringSubmatch(link)
		file, _, _ := strings.Cut(m[2], "#")
		if name := title(file); name != "" && strings.HasSuffix(m[1], ".md") {
			return "“" + name + "”"
		}
		return m[1]
	})
}

// layOut lays out the page.
func (p prose) layOut(w *widgets) {
	em := imgui.FontSize()
	for i := range p {
		b := &p[i]
		if i > 0 && p[i-1].kind != heading && (b.kind != p[i-1].kind || b.kind == paragraph) {
			imgui.Dummy(imgui.Vec2{X: 1, Y: 0.3 * em})
		}
		switch b.kind {
		case heading:
			w.bold(b.text)
			imgui.Separator()
		case listItem:
			mark, rest, _ := strings.Cut(b.text, " ")
			text(mark)
			imgui.SameLine()
			wrapped(rest)
		case codeLine:
			imgui.IndentV(em)
			tinted(w.palette.LockEdge, b.text)
			imgui.UnindentV(em)
		case tableBlock:
			b.table(w, int32(i))
		default:
			wrapped(b.text)
		}
	}
}

// table lays out a table. Columns share the width by their longest texts.
func (b *block) table(w *widgets, id int32) {
	const least, most = 6, 60 // characters of a column that count
	head := b.cells[0]
	imgui.PushIDInt(id)
	defer imgui.PopID()
	flags := imgui.TableFlagsBordersInnerH | imgui.TableFlagsSizingStretchProp | imgui.TableFlagsNoSavedSettings
	if !imgui.BeginTableV("##table", int32(len(head)), imgui.TableFlags(flags), imgui.Vec2{}, 0) {
		return
	}
	defer imgui.EndTable()
	for k, name := range head {
		long := least
		for _, row := range b.cells {
			long = max(long, min(utf8.RuneCountInString(row[k]), most))
		}
		imgui.TableSetupColumnV(name, imgui.TableColumnFlagsWidthStretch, float32(long), 0)
	}
	for i, row := range b.cells {
		imgui.TableNextRow()
		for _, cell := range row {
			imgui.TableNextColumn()
			color := w.palette.Text
			if i == 0 {
				color = w.palette.Faint
			}
			tintedWrapped(color, cell)
		}
	}
}
