// Package compiled executes templates that package text/template has parsed, writes the same as
// text/template to the octet, and takes a small part of the time. Each action becomes a function
// once. At each field the function keeps where the field or the method of a type is found; methods
// of the types that Calls names are called without reflection.
//
// The package executes what the letters need: every action but break and continue, and the
// functions in builtins. It must not know what the templates say, or of what.
//
//	compiled  texts become steps; execution
//	pipeline  pipelines become expressions
//	access    fields and methods of values
//	function  functions
//	value     values: whether they are true, and how they are printed
package compiled

import (
	"fmt"
	"reflect"
	"strings"
	"text/template"
	"text/template/parse"
)

// Set is some templates that call one another by their names. A Set never changes, and several
// goroutines may use it at the same time.
type Set struct {
	texts map[string]*text
	funcs map[string]function
	calls []Call
}

// text is one template.
type text struct {
	name  string
	tree  *parse.Tree
	run   step
	slots int // how many variables it has, with $
}

// step writes a part of a text.
type step func(x *execution)

// execution is what a text has while it is being written.
type execution struct {
	out   *strings.Builder
	dot   value
	stack []value // the variables of this text, and below them those of the texts that call it
	base  int     // where the variables of this text begin; the first is $
	depth int
}

// mostDepth is how deeply texts may call one another.
const mostDepth = 1000

// New compiles a template and all that belong to it. funcs are the functions that they were parsed
// with; calls are how methods are called that are called often. New returns an error for an action
// that the package does not execute.
func New(t *template.Template, funcs template.FuncMap, calls ...Call) (*Set, error) {
	s := &Set{texts: map[string]*text{}, funcs: map[string]function{}, calls: calls}
	for name, f := range builtins {
		s.funcs[name] = f
	}
	for name, f := range funcs {
		s.funcs[name] = s.wrapped(name, f)
	}
	for _, one := range t.Templates() {
		if one.Tree != nil {
			s.texts[one.Name()] = &text{name: one.Name(), tree: one.Tree}
		}
	}
	for _, one := range s.texts {
		c := compiler{set: s, text: one, scope: []string{"$"}}
		one.slots = 1
		one.run = c.list(one.tree.Root)
		if c.err != nil {
			return nil, c.err
		}
	}
	return s, nil
}

// Has reports whether there is a template of that name.
func (s *Set) Has(name string) bool { return s.texts[name] != nil }

// Execute writes what a template says of data. When the template cannot be executed Execute returns
// an error, and may have written a part.
func (s *Set) Execute(out *strings.Builder, name string, data any) (err error) {
	t := s.texts[name]
	if t == nil {
		return fmt.Errorf("no template %q", name)
	}
	defer func() {
		if failed := recover(); failed != nil { // of a step, or of a method or function that was called
			err = fmt.Errorf("template %q: %v", name, failed)
		}
	}()
	x := execution{out: out, stack: make([]value, 0, 32)}
	t.execute(&x, valueOf(reflect.ValueOf(data)))
	return nil
}

// execute writes a text about data.
func (t *text) execute(x *execution, data value) {
	if x.depth++; x.depth > mostDepth {
		panic(fmt.Errorf("%q calls itself too often", t.name))
	}
	dot, base := x.dot, x.base
	x.dot, x.base = data, len(x.stack)
	x.stack = append(x.stack, data)
	for range t.slots - 1 {
		x.stack = append(x.stack, value{})
	}
	t.run(x)
	x.stack = x.stack[:x.base]
	x.dot, x.base = dot, base
	x.depth--
}

// compiler compiles one text.
type compiler struct {
	set   *Set
	text  *text
	scope []string // the variables that can be named, from $ on; each has a slot of its own
	slots []int    // of the variables after $
	err   error    // the first
}

// fail notes that an action cannot be compiled.
func (c *compiler) fail(n parse.Node, why string) {
	if c.err == nil {
		where, what := c.text.tree.ErrorContext(n)
		c.err = fmt.Errorf("%s: %s: %s", where, what, why)
	}
}

// declare returns the slot of a new variable.
func (c *compiler) declare(name string) int {
	slot := c.text.slots
	c.text.slots++
	c.scope, c.slots = append(c.scope, name), append(c.slots, slot)
	return slot
}

// slot returns the slot of a variable.
func (c *compiler) slot(n parse.Node, name string) int {
	for i := len(c.scope) - 1; i > 0; i-- {
		if c.scope[i] == name {
			return c.slots[i-1]
		}
	}
	if name != "$" {
		c.fail(n, "undefined variable")
	}
	return 0
}

// within compiles with f, and then forgets the variables that were declared meanwhile.
func (c *compiler) within(f func() step) step {
	known := len(c.scope)
	compiled := f()
	c.scope, c.slots = c.scope[:known], c.slots[:known-1]
	return compiled
}

// list compiles a list of actions; nil for none.
func (c *compiler) list(l *parse.ListNode) step {
	if l == nil {
		return nil
	}
	var steps []step
	for _, n := range l.Nodes {
		if s := c.node(n); s != nil {
			steps = append(steps, s)
		}
	}
	if len(steps) == 1 {
		return steps[0]
	}
	return func(x *execution) {
		for _, s := range steps {
			s(x)
		}
	}
}

// node compiles one action; nil for one that does nothing.
func (c *compiler) node(n parse.Node) step {
	switch n := n.(type) {
	case *parse.TextNode:
		words := string(n.Text)
		return func(x *execution) { x.out.WriteString(words) }
	case *parse.ActionNode:
		shown := c.pipeline(n.Pipe)
		if len(n.Pipe.Decl) > 0 {
			return func(x *execution) { shown(x) }
		}
		return func(x *execution) { shown(x).print(x.out) }
	case *parse.IfNode:
		return c.within(func() step { return c.branch(&n.BranchNode, false) })
	case *parse.WithNode:
		return c.within(func() step { return c.branch(&n.BranchNode, true) })
	case *parse.RangeNode:
		return c.within(func() step { return c.each(n) })
	case *parse.TemplateNode:
		return c.call(n)
	case *parse.CommentNode:
		return nil
	}
	c.fail(n, "an action that is not executed")
	return nil
}

// branch compiles if, or with.
func (c *compiler) branch(n *parse.BranchNode, with bool) step {
	condition := c.pipeline(n.Pipe)
	then := c.within(func() step { return c.list(n.List) })
	otherwise := c.within(func() step { return c.list(n.ElseList) })
	return func(x *execution) {
		v := condition(x)
		switch {
		case !v.holds():
			if otherwise != nil {
				otherwise(x)
			}
		case with:
			dot := x.dot
			x.dot = v
			then(x)
			x.dot = dot
		default:
			then(x)
		}
	}
}

// each compiles range.
func (c *compiler) each(n *parse.RangeNode) step {
	declared := n.Pipe.Decl
	over := c.commands(n.Pipe)
	if n.Pipe.IsAssign {
		c.fail(n, "range assigns to a variable")
		return nil
	}
	index, element := -1, -1
	for i, v := range declared {
		slot := c.declare(v.Ident[0])
		if i == len(declared)-1 {
			element = slot
		} else {
			index = slot
		}
	}
	body := c.within(func() step { return c.list(n.List) })
	otherwise := c.within(func() step { return c.list(n.ElseList) })
	return func(x *execution) {
		all := elements(over(x))
		if all.count == 0 && otherwise != nil {
			otherwise(x)
		}
		dot := x.dot
		for i := range all.count {
			x.dot = all.at(i)
			if element >= 0 {
				x.stack[x.base+element] = x.dot
			}
			if index >= 0 {
				x.stack[x.base+index] = number(i)
			}
			body(x)
		}
		x.dot = dot
	}
}

// call compiles the call of another template.
func (c *compiler) call(n *parse.TemplateNode) step {
	called := c.set.texts[n.Name]
	if called == nil {
		c.fail(n, "no such template")
		return nil
	}
	if n.Pipe == nil {
		return func(x *execution) { called.execute(x, value{}) }
	}
	data := c.pipeline(n.Pipe)
	return func(x *execution) { called.execute(x, data(x)) }
}
