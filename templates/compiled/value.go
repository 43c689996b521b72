package compiled

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"text/template"
)

// value is a value of a template. Values of the types string, bool and int, which are most, need no
// memory of their own.
type value struct {
	kind    kind
	literal bool   // stands in the template, and takes the type that is wanted
	number  int    // of aNumber; of aTruth 1 for true
	words   string // of someWords
	any     reflect.Value
}

// kind says in which field of a value the value stands.
type kind uint8

const (
	other     kind = iota // in any; not valid for no value
	someWords             // of the type string
	aTruth                // of the type bool
	aNumber               // of the type int
)

var (
	stringType = reflect.TypeFor[string]()
	boolType   = reflect.TypeFor[bool]()
	intType    = reflect.TypeFor[int]()
)

func words(s string) value { return value{kind: someWords, words: s} }

func number(n int) value { return value{kind: aNumber, number: n} }

func truth(b bool) value {
	if b {
		return value{kind: aTruth, number: 1}
	}
	return value{kind: aTruth}
}

// valueOf returns what reflection has found.
func valueOf(v reflect.Value) value {
	if !v.IsValid() {
		return value{}
	}
	switch v.Kind() {
	case reflect.String:
		if v.Type() == stringType {
			return words(v.String())
		}
	case reflect.Bool:
		if v.Type() == boolType {
			return truth(v.Bool())
		}
	case reflect.Int:
		if v.Type() == intType {
			return number(int(v.Int()))
		}
	}
	return value{any: v}
}

// reflected returns a value as reflection knows it.
func (v value) reflected() reflect.Value {
	switch v.kind {
	case someWords:
		return reflect.ValueOf(v.words)
	case aTruth:
		return reflect.ValueOf(v.number == 1)
	case aNumber:
		return reflect.ValueOf(v.number)
	}
	return v.any
}

// concrete returns what stands in a value of an interface type, however deep; not valid for nil.
func concrete(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

// opened returns what stands in a value of the type any.
func (v value) opened() value {
	if v.kind == other && v.any.Kind() == reflect.Interface && v.any.NumMethod() == 0 {
		return valueOf(v.any.Elem())
	}
	return v
}

// holds reports whether a value is none of false, 0, nil and what is empty.
func (v value) holds() bool {
	switch v.kind {
	case someWords:
		return v.words != ""
	case aTruth, aNumber:
		return v.number != 0
	}
	inner := v.any
	if inner.Kind() == reflect.Interface {
		inner = inner.Elem()
	}
	switch inner.Kind() {
	case reflect.Invalid:
		return false
	case reflect.Slice, reflect.String, reflect.Map:
		return inner.Len() > 0
	case reflect.Struct:
		return true
	case reflect.Pointer:
		return !inner.IsNil()
	}
	is, _ := template.IsTrue(inner.Interface())
	return is
}

// print writes a value.
func (v value) print(out *strings.Builder) {
	switch v.kind {
	case someWords:
		out.WriteString(v.words)
		return
	case aTruth:
		out.WriteString(strconv.FormatBool(v.number == 1))
		return
	case aNumber:
		out.WriteString(strconv.Itoa(v.number))
		return
	}
	shown := v.any
	for shown.Kind() == reflect.Pointer && !shown.IsNil() {
		shown = shown.Elem()
	}
	if !shown.IsValid() {
		out.WriteString("<no value>")
		return
	}
	switch t := shown.Type(); {
	case tells(t):
	case shown.CanAddr() && tells(reflect.PointerTo(t)):
		shown = shown.Addr()
	case shown.Kind() == reflect.String:
		out.WriteString(shown.String())
		return
	case shown.Kind() == reflect.Chan || shown.Kind() == reflect.Func:
		panic(fmt.Errorf("a value of the type %s cannot be printed", t))
	}
	fmt.Fprint(out, shown.Interface())
}

var (
	stringerType = reflect.TypeFor[fmt.Stringer]()
	errorType    = reflect.TypeFor[error]()
)

// tells reports whether values of a type say themselves how they are printed.
func tells(t reflect.Type) bool {
	return t.NumMethod() > 0 && (t.Implements(stringerType) || t.Implements(errorType))
}

// series is what range goes through.
type series struct {
	count int
	all   reflect.Value // a slice or an array; not valid for the numbers from 0
}

// elements returns the elements of a value.
func elements(v value) series {
	if v.kind == aNumber {
		return series{count: max(0, v.number)}
	}
	all := v.reflected()
	for all.Kind() == reflect.Interface || all.Kind() == reflect.Pointer {
		all = all.Elem()
	}
	switch all.Kind() {
	case reflect.Invalid:
		return series{}
	case reflect.Slice, reflect.Array:
		return series{all.Len(), all}
	}
	panic(fmt.Errorf("range over a value of the type %s", all.Type()))
}

func (s series) at(i int) value {
	if !s.all.IsValid() {
		return number(i)
	}
	return valueOf(s.all.Index(i))
}

// as returns a value as an argument of a type.
func (v value) as(t reflect.Type) reflect.Value {
	r := v.reflected()
	switch {
	case !r.IsValid():
		switch t.Kind() {
		case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
			return reflect.Zero(t)
		}
		panic(fmt.Errorf("no value for an argument of the type %s", t))
	case r.Type().AssignableTo(t):
		return r
	case v.literal && (v.kind == aNumber && t.Kind() != reflect.String || t.Kind() == r.Kind()):
		return r.Convert(t)
	}
	if r.Kind() == reflect.Interface && !r.IsNil() {
		r = r.Elem()
	}
	switch {
	case r.Type().AssignableTo(t):
		return r
	case r.Kind() == reflect.Pointer && !r.IsNil() && r.Type().Elem().AssignableTo(t):
		return r.Elem()
	case r.CanAddr() && reflect.PointerTo(r.Type()).AssignableTo(t):
		return r.Addr()
	}
	panic(fmt.Errorf("a value of the type %s for an argument of the type %s", r.Type(), t))
}
