// Calls of the library, one after the other: what each was, what it decoded into, and what to say when it fails.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	"github.com/google/go-github/github"
)

// calling is one call: its name, the type that its answer is decoded into, and the requests that it sent.
type calling struct {
	Call     string                 `json:"call"`
	Decodes  string                 `json:"decodes"`
	Requests int                    `json:"requests"`
	Wait     map[string]interface{} `json:"wait,omitempty"`
}

var (
	made     []calling
	shapes   = map[string]map[string]string{}
	commands *bufio.Scanner
)

func fail(call string, why interface{}) {
	fmt.Fprintf(os.Stderr, "%s: %v\n", call, why)
	os.Exit(1)
}

// call makes a call that must succeed.
func call[T any](name string, do func() (T, *github.Response, error)) T {
	value, _, err := do()
	note[T](name, 1)
	if err != nil {
		fail(name, err)
	}
	return value
}

// paged is call for lists, with the number of the next page, 0 for none.
func paged[T any](name string, do func() (T, *github.Response, error)) (T, int) {
	value, response, err := do()
	note[T](name, 1)
	if err != nil {
		fail(name, err)
	}
	return value, response.NextPage
}

// empty makes a call that must succeed without a body.
func empty(name string, do func() (*github.Response, error)) int {
	response, err := do()
	note[struct{}](name, 1)
	if err != nil {
		fail(name, err)
	}
	return response.StatusCode
}

type refusal struct {
	Status           int            `json:"status"`
	Message          string         `json:"message"`
	Errors           []github.Error `json:"errors"`
	DocumentationURL string         `json:"documentation_url"`
}

// refused makes a call that the service must answer with the library's own error.
func refused(name string, do func() error) refusal {
	err := do()
	note[github.ErrorResponse](name, 1)
	answer, ok := err.(*github.ErrorResponse)
	if !ok {
		fail(name, fmt.Sprintf("no refusal that the library knows, but %T: %v", err, err))
	}
	return refusal{answer.Response.StatusCode, answer.Message, answer.Errors, answer.DocumentationURL}
}

// raw asks for what the library has no method for, with its own request and into its own type.
func raw[T any](name string, client *github.Client, method, path string, body interface{}, accept string) T {
	return call(name, func() (T, *github.Response, error) {
		var value T
		request, err := client.NewRequest(method, path, body)
		if err != nil {
			return value, nil, err
		}
		if accept != "" {
			request.Header.Set("Accept", accept)
		}
		response, err := client.Do(background, request, &value)
		return value, response, err
	})
}

func note[T any](name string, requests int) {
	kind := reflect.TypeOf((*T)(nil)).Elem()
	made = append(made, calling{Call: name, Decodes: describe(kind), Requests: requests})
}

// wait lets the other side wait until something has happened, without asking the service again and again.
func wait(what map[string]interface{}) {
	made = append(made, calling{Call: "wait", Wait: what})
	say(map[string]interface{}{"wait": what})
	if !commands.Scan() {
		fail("wait", "the other side has gone")
	}
}

func say(value interface{}) {
	if err := json.NewEncoder(os.Stdout).Encode(value); err != nil {
		fail("stdout", err)
	}
}
