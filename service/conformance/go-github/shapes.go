// What the library's types take: a name of JSON to what may stand there.
package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/google/go-github/github"
)

// describe says what encoding/json takes for a type; the fields of structs go into shapes.
// int, float, string, bool, time (RFC 3339), timestamp (RFC 3339 or seconds), any, []X, {}X for maps, #Name for structs.
func describe(kind reflect.Type) string {
	switch kind {
	case reflect.TypeOf(time.Time{}):
		return "time"
	case reflect.TypeOf(github.Timestamp{}):
		return "timestamp"
	case reflect.TypeOf(json.RawMessage{}):
		return "any"
	}
	switch kind.Kind() {
	case reflect.Ptr:
		return describe(kind.Elem())
	case reflect.Slice:
		return "[]" + describe(kind.Elem())
	case reflect.Map:
		return "{}" + describe(kind.Elem())
	case reflect.Int, reflect.Int64:
		return "int"
	case reflect.Float64:
		return "float"
	case reflect.Struct:
		return fields(kind)
	case reflect.Interface:
		return "any"
	}
	return kind.Kind().String()
}

func fields(kind reflect.Type) string {
	name := kind.Name()
	if kind.NumField() == 0 {
		return ""
	}
	if _, known := shapes[name]; known {
		return "#" + name
	}
	shapes[name] = map[string]string{}
	for n := 0; n < kind.NumField(); n++ {
		field := kind.Field(n)
		tag := strings.Split(field.Tag.Get("json"), ",")[0]
		if tag != "" && tag != "-" {
			shapes[name][tag] = describe(field.Type)
		}
	}
	return "#" + name
}
