package compiled

import (
	"text/template/parse"
)

// expression gives a value.
type expression func(x *execution) value

// pipeline compiles a pipeline, with the variable that it declares.
func (c *compiler) pipeline(n *parse.PipeNode) expression {
	result := c.commands(n)
	switch {
	case len(n.Decl) == 0:
		return result
	case len(n.Decl) > 1:
		c.fail(n, "two variables are declared")
		return result
	}
	var slot int
	if name := n.Decl[0].Ident[0]; n.IsAssign {
		slot = c.slot(n, name)
	} else {
		slot = c.declare(name)
	}
	return func(x *execution) value {
		v := result(x)
		x.stack[x.base+slot] = v
		return v
	}
}

// commands compiles the commands of a pipeline, each of which is the last argument of the next.
func (c *compiler) commands(n *parse.PipeNode) expression {
	var result expression
	for _, cmd := range n.Cmds {
		command := c.command(cmd, result)
		result = func(x *execution) value { return command(x).opened() }
	}
	return result
}

// command compiles a command. final is its last argument, or nil for none.
func (c *compiler) command(n *parse.CommandNode, final expression) expression {
	first, args := n.Args[0], n.Args[1:]
	switch n := first.(type) {
	case *parse.IdentifierNode:
		return c.function(n, args, final)
	case *parse.FieldNode, *parse.ChainNode, *parse.VariableNode:
		return c.operand(first, c.arguments(args, final))
	}
	if len(args) > 0 || final != nil {
		c.fail(n, "arguments of what is no function")
	}
	return c.operand(first, nil)
}

// arguments compiles arguments, of which final may be the last.
func (c *compiler) arguments(args []parse.Node, final expression) (all []expression) {
	for _, n := range args {
		if f, ok := n.(*parse.IdentifierNode); ok {
			all = append(all, c.function(f, nil, nil))
			continue
		}
		all = append(all, c.operand(n, nil))
	}
	if final != nil {
		all = append(all, final)
	}
	return all
}

// operand compiles what stands in a command. The last name of a chain has the arguments.
func (c *compiler) operand(n parse.Node, args []expression) expression {
	switch n := n.(type) {
	case *parse.DotNode:
		return dot
	case *parse.FieldNode:
		return c.chain(n, dot, n.Ident, args)
	case *parse.ChainNode:
		return c.chain(n, c.arguments([]parse.Node{n.Node}, nil)[0], n.Field, args)
	case *parse.VariableNode:
		slot := c.slot(n, n.Ident[0])
		return c.chain(n, func(x *execution) value { return x.stack[x.base+slot] }, n.Ident[1:], args)
	case *parse.PipeNode:
		return c.pipeline(n)
	case *parse.StringNode:
		return constant(words(n.Text))
	case *parse.BoolNode:
		return constant(truth(n.True))
	case *parse.NumberNode:
		if n.IsInt {
			return constant(number(int(n.Int64)))
		}
	}
	c.fail(n, "an operand that is not compiled")
	return dot
}

func dot(x *execution) value { return x.dot }

func constant(v value) expression {
	v.literal = true
	return func(*execution) value { return v }
}

// chain compiles fields of fields of a value.
func (c *compiler) chain(n parse.Node, of expression, names []string, args []expression) expression {
	if len(names) == 0 && len(args) > 0 {
		c.fail(n, "arguments of what is no function")
	}
	for i, name := range names {
		at := &place{set: c.set, name: name, what: n.String()}
		if i == len(names)-1 {
			at.args = args
		}
		receiver := of
		of = func(x *execution) value { return at.get(x, receiver(x)) }
	}
	return of
}
