# What a developer says; `go test ./...` needs none of it.
.PHONY: test lint bench fuzz demo

test:
	go test ./...

lint:
	test -z "$$(gofmt -l .)"
	go vet ./...
	go tool staticcheck ./...

bench:
	go test -run '^$$' -bench . -benchmem ./...

fuzz:
	.ci/fuzz 60s

demo:
	go run ./cmd/corrd demo
