package widget

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	table "github.com/yuin/goldmark/extension/ast"
	source "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Prose is a page of Markdown as a list of blocks, without pictures and HTML.
type Prose []block

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

// ParseProse parses a page. title returns the title of a page by the name of its file, "" for
// other files.
func ParseProse(page string, title func(name string) string) Prose {
	p := proseParser{source: []byte(page), title: title}
	p.blocks(goldmark.New(goldmark.WithExtensions(extension.Table)).Parser().Parse(source.NewReader(p.source)))
	return p.out
}

// proseParser makes a page of the tree of its nodes.
type proseParser struct {
	source []byte
	title  func(name string) string
	mark   string // of the item whose first text comes next
	out    Prose
}

// blocks adds the blocks in a node.
func (p *proseParser) blocks(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			p.out = append(p.out, block{kind: heading, text: p.inline(n)})
		case *ast.Paragraph, *ast.TextBlock:
			p.paragraph(p.inline(n))
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				p.out = append(p.out, block{kind: codeLine, text: strings.TrimRight(string(line.Value(p.source)), "\n")})
			}
		case *ast.List:
			p.list(n)
		case *table.Table:
			p.table(n)
		case *ast.Blockquote:
			p.blocks(n)
		}
	}
}

// paragraph adds a text, which is an item of a list if it is the first in it.
func (p *proseParser) paragraph(text string) {
	switch text = strings.TrimSpace(text); {
	case text == "": // a picture
	case p.mark != "":
		p.out = append(p.out, block{kind: listItem, text: p.mark + text})
		p.mark = ""
	default:
		p.out = append(p.out, block{text: text})
	}
}

func (p *proseParser) list(list *ast.List) {
	number := list.Start
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		p.mark = "• "
		if list.IsOrdered() {
			p.mark = fmt.Sprintf("%d. ", number)
			number++
		}
		p.blocks(item)
	}
	p.mark = ""
}

func (p *proseParser) table(t *table.Table) {
	var rows [][]string
	for row := t.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, p.inline(cell))
		}
		rows = append(rows, cells)
	}
	p.out = append(p.out, block{kind: tableBlock, cells: rows})
}

// inline returns the text in a node, without marks and pictures.
func (p *proseParser) inline(parent ast.Node) string {
	var b strings.Builder
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			value := n.Value(p.source)
			if parent.Kind() != ast.KindCodeSpan {
				value = util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(value)))
			}
			b.Write(value)
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.AutoLink:
			b.Write(n.Label(p.source))
		case *ast.Link:
			b.WriteString(p.link(n))
		case *ast.CodeSpan, *ast.Emphasis:
			b.WriteString(p.inline(n))
		}
	}
	return b.String()
}

// link returns the text of a link; the title of a page, if that is the name of its file.
func (p *proseParser) link(n *ast.Link) string {
	text := p.inline(n)
	file, _, _ := strings.Cut(string(n.Destination), "#")
	if name := p.title(file); name != "" && strings.HasSuffix(text, ".md") {
		return "“" + name + "”"
	}
	return text
}

// LayOut lays out the page.
func (p Prose) LayOut(w *Kit) {
	em := imgui.FontSize()
	for i := range p {
		b := &p[i]
		if i > 0 && p[i-1].kind != heading && (b.kind != p[i-1].kind || b.kind == paragraph) {
			imgui.Dummy(imgui.Vec2{X: 1, Y: 0.3 * em})
		}
		switch b.kind {
		case heading:
			w.Bold(b.text)
			imgui.Separator()
		case listItem:
			mark, rest, _ := strings.Cut(b.text, " ")
			Text(mark)
			imgui.SameLine()
			Wrapped(rest)
		case codeLine:
			imgui.IndentV(em)
			TintedWrapped(w.Palette.LockEdge, b.text)
			imgui.UnindentV(em)
		case tableBlock:
			b.table(w, int32(i))
		default:
			Wrapped(b.text)
		}
	}
}

// table lays out a table. Columns share the width by their longest texts.
func (b *block) table(w *Kit, id int32) {
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
			color := w.Palette.Text
			if i == 0 {
				color = w.Palette.Faint
			}
			TintedWrapped(color, cell)
		}
	}
}
