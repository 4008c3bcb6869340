package slice

import (
	"fmt"
	"math"

	"tiv/execution"
	"tiv/expression"
)

// objects computes slices of objects: of the calls on them, and of the objects themselves.
func (c *computation) objects(list []int) {
	objects := execution.Objects(c.ctx, c.in.Timeline, execution.All(c.in.Timeline))
	if objects == nil {
		return
	}
	condition := func(d *Definition) *condition[int] { return c.objectCondition(d, objects.Objects) }
	each(c, list, condition, func(part execution.Query, collectors []*collector[int]) {
		var i int // one for all, because it escapes
		eachCall(c, part, collectors, func(call *execution.TreeCall) *int {
			if call.Object == 0 {
				return nil
			}
			if i = objects.Find(call.Object, call.Start); i < 0 {
				return nil
			}
			return &i
		})
	})
	for _, i := range list {
		c.chooseObjects(i, objects.Objects)
	}
}

// chooseObjects sets the objects of a definition, of which the time is computed.
func (c *computation) chooseObjects(i int, objects []execution.Object) {
	if c.s.Sets[i] == nil || c.s.Errors[i] != nil || c.ctx.Err() != nil {
		return
	}
	d, ids := &c.s.Definitions[i], map[execution.LifeID]bool{}
	x := c.objectCondition(d, objects)
	for k := range objects {
		if x.fits(&k) {
			ids[objects[k].ID()] = true
		}
	}
	if x.err != nil {
		c.s.Sets[i], c.s.Errors[i] = &Set{}, x.err
		return
	}
	s := c.s.Sets[i]
	s.admits, s.objects = func(o *execution.Life) bool { return ids[o.ID()] }, len(ids)
	s.choose(d, s.admits)
}

// objectCondition returns the condition of a definition for indexes of objects.
func (c *computation) objectCondition(d *Definition, objects []execution.Object) *condition[int] {
	row := &objectRow{}
	fill := func(i *int, p *expression.Program) any {
		o := &objects[*i]
		row.Type, row.Object, row.Function = expression.Tame(o.Type), fmt.Sprintf("%#x", uint64(o.Number)), expression.Tame(o.Function)
		row.Allocated, row.Ending, row.Size = o.Allocated, o.Ending.String(), math.NaN()
		if row.Thread, row.Slice = "", nil; o.Allocated {
			row.Thread, row.Size = c.in.threadName(o.Thread), float64(o.Size)
		}
		if o.Allocated && p.Uses(sliceWord.Name) {
			row.Slice = c.front.covering(func(s *Set) bool { return s.Has(&o.Life) })
		}
		row.Birth.NS, row.Death.NS, row.Age.NS = o.Start, o.End, o.End-o.Start
		return row
	}
	return newCondition(Objects, d.Where, fill, common[int]{nil, func(i *int) int64 { return int64(*i) }})
}

// objectElements calls f for each allocated object that fits a definition.
func (c *computation) objectElements(d *Definition, f func(*element)) error {
	objects := execution.Objects(c.ctx, c.in.Timeline, execution.All(c.in.Timeline))
	if objects == nil {
		return c.ctx.Err()
	}
	x := c.objectCondition(d, objects.Objects)
	for i := range objects.Objects {
		if o := &objects.Objects[i]; o.Allocated && x.fits(&i) {
			f(&element{start: o.Start, end: o.End, size: o.Size})
		}
	}
	return x.err
}

type objectRow struct {
	Type      string              `expr:"type"`
	Object    string              `expr:"object"`
	Allocated bool                `expr:"allocated"`
	Size      float64             `expr:"size"`
	Birth     expression.Moment   `expr:"birth"`
	Death     expression.Moment   `expr:"death"`
	Age       expression.Duration `expr:"age"`
	Ending    string              `expr:"ending"`
	Thread    string              `expr:"thread"`
	Function  string              `expr:"function"`
	Slice     expression.Texts    `expr:"slice"`
}

var objectWords = []expression.Word{
	{Name: "type", Help: "the type that the allocation gives, or else that of the functions called on it",
		Example: `type == "main.Session"`},
	{Name: "object", Help: "its number or address, as in the table of objects", Example: `object == "0xc000"`},
	{Name: "allocated", Help: "its allocation is in the trace", Example: "!allocated"},
	{Name: "size", Help: "its size in bytes; without an allocation, no comparison with it is true", Example: "size > 4096"},
	{Name: "birth", Help: "the time of its allocation, or one before it", Example: "birth > 5s"},
	{Name: "death", Help: "the time at which it ended, at the latest", Example: "death < 10s"},
	{Name: "age", Help: "the time from its birth to its death", Example: "allocated && age > 1s"},
	{Name: "ending", Help: "how its end is known: freed, reused or open", Example: `ending == "open"`},
	{Name: "thread", Help: "the name of the thread that allocated it", Example: `thread ~ "worker"`},
	{Name: "function", Help: "the function that allocated it", Example: `function == "main.serve"`},
	{Name: "slice", Help: "the slices that it is in, or that cover its allocation", Example: sliceWord.Example},
}

// endings returns the names of the endings of objects.
func endings() (list []string) {
	for e := execution.Open; e <= execution.Reused; e++ {
		list = append(list, e.String())
	}
	return list
}
