//go:build !linux

package main

import "errors"

// exchange is refused, because this system has no exchange of two names.
func exchange(string, string) error { return errors.ErrUnsupported }
