package compiled

import (
	"fmt"
	"reflect"
	"sync/atomic"
)

// place is a name in a template that stands behind a value: a field of it or a method.
type place struct {
	set  *Set
	name string
	what string // the whole chain, for errors
	args []expression
	last atomic.Pointer[found] // what the name was when it was last looked for
}

// found is what a name is of values of one type.
type found struct {
	of        reflect.Type
	addressed bool // whether the values can be addressed
	get       access
}

// access returns what a name is of a value. The value is a pointer, or cannot be addressed.
type access func(x *execution, v reflect.Value, args []expression) value

// get returns the field of a value, or what the method returns.
func (p *place) get(x *execution, of value) value {
	v := concrete(of.reflected())
	if !v.IsValid() {
		if of.kind == other && of.any.IsValid() {
			panic(fmt.Errorf("%s: nil has no %s", p.what, p.name))
		}
		return value{}
	}
	for v.Kind() == reflect.Pointer && v.Type().Elem().Kind() == reflect.Pointer {
		v = v.Elem()
	}
	addressed := v.CanAddr() && v.Kind() != reflect.Pointer
	f := p.last.Load()
	if f == nil || f.of != v.Type() || f.addressed != addressed {
		f = p.find(v.Type(), addressed)
		p.last.Store(f)
	}
	if addressed {
		v = v.Addr()
	}
	return f.get(x, v, p.args)
}

// find finds what the name is of values of a type.
func (p *place) find(of reflect.Type, addressed bool) *found {
	f := &found{of: of, addressed: addressed}
	receiver := of
	if addressed {
		receiver = reflect.PointerTo(of)
	}
	if m, ok := receiver.MethodByName(p.name); ok {
		f.get = p.set.method(m)
		return f
	}
	holder := receiver
	if holder.Kind() == reflect.Pointer {
		holder = holder.Elem()
	}
	switch {
	case len(p.args) > 0:
	case holder.Kind() == reflect.Struct:
		if field, ok := holder.FieldByName(p.name); ok && field.IsExported() {
			f.get = p.field(field.Index, receiver.Kind() == reflect.Pointer)
			return f
		}
	case holder.Kind() == reflect.Map && holder.Key().Kind() == reflect.String:
		f.get = func(_ *execution, v reflect.Value, _ []expression) value {
			return valueOf(reflect.Indirect(v).MapIndex(reflect.ValueOf(p.name).Convert(holder.Key())))
		}
		return f
	}
	panic(fmt.Errorf("%s: a value of the type %s has no %s", p.what, of, p.name))
}

// field returns the access to a field of a struct.
func (p *place) field(index []int, pointed bool) access {
	return func(_ *execution, v reflect.Value, _ []expression) value {
		if pointed {
			if v.IsNil() {
				panic(fmt.Errorf("%s: nil has no %s", p.what, p.name))
			}
			v = v.Elem()
		}
		if len(index) == 1 {
			return valueOf(v.Field(index[0]))
		}
		return valueOf(v.FieldByIndex(index))
	}
}

// method returns the access to a method.
func (s *Set) method(m reflect.Method) access {
	for _, call := range s.calls {
		if direct := call(m); direct != nil {
			return direct
		}
	}
	t := m.Type
	return func(x *execution, v reflect.Value, args []expression) value {
		return result(m.Name, m.Func.Call(append([]reflect.Value{v}, given(x, t, 1, args)...)))
	}
}

// given returns the arguments of a function. So many arguments are given otherwise.
func given(x *execution, f reflect.Type, first int, args []expression) []reflect.Value {
	most := f.NumIn() - first
	if n := len(args); n < most-1 || n != most && !f.IsVariadic() {
		panic(fmt.Errorf("%d arguments for a function of the type %s", n, f))
	}
	all := make([]reflect.Value, len(args))
	for i, arg := range args {
		var t reflect.Type
		if last := f.NumIn() - 1; f.IsVariadic() && first+i >= last {
			t = f.In(last).Elem()
		} else {
			t = f.In(first + i)
		}
		all[i] = arg(x).as(t)
	}
	return all
}

// result returns the first of what a function has returned; the second is an error.
func result(name string, all []reflect.Value) value {
	if len(all) > 1 && !all[1].IsNil() {
		panic(fmt.Errorf("calling %s: %w", name, all[1].Interface().(error)))
	}
	return valueOf(all[0])
}

// Call is a way to call methods: nil for a method that cannot be called so.
type Call func(m reflect.Method) access

// Calls calls the methods of *T that have no argument and return R.
func Calls[T, R any]() Call {
	return func(m reflect.Method) access {
		f, ok := m.Func.Interface().(func(*T) R)
		if !ok {
			return nil
		}
		return func(_ *execution, v reflect.Value, args []expression) value {
			if len(args) > 0 {
				panic(fmt.Errorf("%s has no arguments", m.Name))
			}
			return typed(f(v.Interface().(*T)))
		}
	}
}

// CallsWith calls the methods of *T that have one argument, of the type A, and return R.
func CallsWith[T, A, R any]() Call {
	return func(m reflect.Method) access {
		f, ok := m.Func.Interface().(func(*T, A) R)
		if !ok {
			return nil
		}
		return func(x *execution, v reflect.Value, args []expression) value {
			if len(args) != 1 {
				panic(fmt.Errorf("%s has one argument", m.Name))
			}
			return typed(f(v.Interface().(*T), argument[A](x, args[0])))
		}
	}
}

// argument returns an argument of a type.
func argument[A any](x *execution, arg expression) A {
	v := arg(x)
	if words, ok := any(v.words).(A); ok && v.kind == someWords {
		return words
	}
	return v.as(reflect.TypeFor[A]()).Interface().(A)
}

// typed returns what a method has returned.
func typed[R any](r R) value {
	switch r := any(r).(type) {
	case string:
		return words(r)
	case bool:
		return truth(r)
	case int:
		return number(r)
	}
	return value{any: reflect.ValueOf(r)}
}
