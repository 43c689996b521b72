package compiled

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"text/template/parse"
)

// function makes an expression of a call of a function with arguments.
type function func(args []expression) expression

// function compiles the call of a function.
func (c *compiler) function(n *parse.IdentifierNode, args []parse.Node, final expression) expression {
	f, ok := c.set.funcs[n.Ident]
	if !ok {
		c.fail(n, "a function that is not executed")
		return dot
	}
	return f(c.arguments(args, final))
}

// wrapped returns the function of a template for a function of Go.
func (s *Set) wrapped(name string, f any) function {
	called := reflect.ValueOf(f)
	return func(args []expression) expression {
		switch f := f.(type) {
		case func(string) string:
			return func(x *execution) value { return words(f(argument[string](x, args[0]))) }
		case func(int) string:
			return func(x *execution) value { return words(f(argument[int](x, args[0]))) }
		case func(int, string) string:
			return func(x *execution) value { return words(f(argument[int](x, args[0]), argument[string](x, args[1]))) }
		}
		return func(x *execution) value { return result(name, called.Call(given(x, called.Type(), 0, args))) }
	}
}

// builtins are the functions that every template has, as far as letters use them.
var builtins = map[string]function{
	"and": func(args []expression) expression { return until(args, false) },
	"or":  func(args []expression) expression { return until(args, true) },
	"not": func(args []expression) expression {
		return func(x *execution) value { return truth(!args[0](x).holds()) }
	},
	"eq": func(args []expression) expression {
		return func(x *execution) value { return truth(equalsOne(x, args)) }
	},
	"ne": func(args []expression) expression {
		return func(x *execution) value { return truth(!equal(args[0](x), args[1](x))) }
	},
	"lt": func(args []expression) expression { return compared(args, func(n int) bool { return n < 0 }) },
	"le": func(args []expression) expression { return compared(args, func(n int) bool { return n <= 0 }) },
	"gt": func(args []expression) expression { return compared(args, func(n int) bool { return n > 0 }) },
	"ge": func(args []expression) expression { return compared(args, func(n int) bool { return n >= 0 }) },
	"len": func(args []expression) expression {
		return func(x *execution) value { return number(reflect.Indirect(concrete(args[0](x).reflected())).Len()) }
	},
	"index": func(args []expression) expression {
		return func(x *execution) value {
			v := args[0](x)
			for _, at := range args[1:] {
				v = valueOf(reflect.Indirect(concrete(v.reflected())).Index(whole(at(x)))).opened()
			}
			return v
		}
	},
	"slice": func(args []expression) expression { return func(x *execution) value { return part(x, args) } },
	"print": func(args []expression) expression {
		return func(x *execution) value {
			all := make([]any, len(args))
			for i, arg := range args {
				if v := concrete(arg(x).reflected()); v.IsValid() {
					all[i] = v.Interface()
				}
			}
			return words(fmt.Sprint(all...))
		}
	},
}

// until is and, or with or: the first argument that is so, or the last.
func until(args []expression, so bool) expression {
	return func(x *execution) (v value) {
		for _, arg := range args {
			if v = arg(x); v.holds() == so {
				break
			}
		}
		return v
	}
}

// equalsOne reports whether the first argument equals one of the others.
func equalsOne(x *execution, args []expression) bool {
	v := args[0](x)
	for _, arg := range args[1:] {
		if equal(v, arg(x)) {
			return true
		}
	}
	return false
}

// equal reports whether two values are the same: strings of any types, numbers, or values of one
// type.
func equal(a, b value) bool {
	if a.kind == someWords && b.kind == someWords {
		return a.words == b.words
	}
	v, w := concrete(a.reflected()), concrete(b.reflected())
	switch {
	case !v.IsValid() || !w.IsValid():
		return empty(v) && empty(w)
	case v.Kind() == reflect.String && w.Kind() == reflect.String:
		return v.String() == w.String()
	case isWhole(v) && isWhole(w):
		return signed(v) == signed(w)
	case v.Kind() == w.Kind() && v.Comparable() && w.Comparable():
		return v.Interface() == w.Interface()
	}
	panic(fmt.Errorf("values of the types %s and %s cannot be compared", v.Type(), w.Type()))
}

// empty reports whether a value is none, or nil.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Map, reflect.Pointer, reflect.Slice, reflect.Func, reflect.Chan:
		return v.IsNil()
	}
	return false
}

func isWhole(v reflect.Value) bool { return v.CanInt() || v.CanUint() }

// signed returns a whole number; one that is too great is the greatest.
func signed(v reflect.Value) int64 {
	if v.CanInt() {
		return v.Int()
	}
	return int64(min(v.Uint(), math.MaxInt64))
}

// compared compares two numbers.
func compared(args []expression, holds func(int) bool) expression {
	return func(x *execution) value {
		v, w := concrete(args[0](x).reflected()), concrete(args[1](x).reflected())
		if !isWhole(v) || !isWhole(w) {
			panic(fmt.Errorf("only whole numbers are less or greater: %v, %v", v, w))
		}
		return truth(holds(cmp.Compare(signed(v), signed(w))))
	}
}

// whole returns a value as an index.
func whole(v value) int {
	if v.kind == aNumber {
		return v.number
	}
	r := concrete(v.reflected())
	if !isWhole(r) {
		panic(fmt.Errorf("an index that is no whole number: %v", r))
	}
	return int(signed(r))
}

// part is a part of a string or of a slice, from one index to another.
func part(x *execution, args []expression) value {
	v := args[0](x)
	of := reflect.Indirect(concrete(v.reflected()))
	from, to := 0, of.Len()
	if len(args) > 1 {
		from = whole(args[1](x))
	}
	if len(args) > 2 {
		to = whole(args[2](x))
	}
	return valueOf(of.Slice(from, to))
}
