# What a developer says; `go test ./...` needs none of it.
.PHONY: build deb debian reproducible letters golden axe test check bench fuzz demo proof travel seeds mutations proof-fleet

# The programs of a release: the same bytes from the same commit and the same Go, on any machine.
build:
	CGO_ENABLED=0 go build -trimpath -buildvcs=true -o . ./cmd/corrd ./cmd/corrctl

# The Debian package of the commit.
deb:
	.ci/deb/build

# The package on a bare Debian, in a chroot with a network of its own: root, and some minutes.
debian:
	.ci/debian

# That two builds of the commit are equal to the byte.
reproducible:
	.ci/reproducible

test:
	go test ./...

check:
	.ci/check

bench:
	go run ./cmd/internal/bench

fuzz:
	.ci/fuzz 60s

# Writes the letters anew that tests compare, and testdata/letters.html, which shows
# every kind of letter.
letters:
	go test ./templates -run 'TestGolden|TestGallery' -update

# Writes the golden logs and stores of this release anew: before the release alone, for what they meant they
# mean for ever.
golden:
	go test ./cmd/internal/scenario -run TestWriteGolden -golden -count 1

# Looks at every kind of letter, and every page of the reading room, as a screen reader would meet it.
axe: letters
	.ci/axe

# Ten thousand random games by post and telegraph.
travel:
	go test ./game/play -run TestGamesThatTravel -rapid.checks=3400

# The random models with seeds that nobody has drawn yet, for so many seconds or until a model
# finds something.
FOR ?= 600
seeds:
	.ci/seeds $(FOR)

demo:
	go run ./cmd/corrd demo

# That no letter is lost, none obeyed twice, and every one answered: worlds of
# simulated troubles, and kills of the real program under load.
SEEDS ?= 10000
KILLS ?= 500
proof:
	go test -count=1 -timeout 0 -v -run '^TestSimulator$$' ./cmd/internal/daemon -sim.seeds=$(SEEDS)
	KILLS=$(KILLS) go test -count=1 -timeout 0 -v -run 'TestKilledUnderLoad|TestKilledWhileLettersTravel' ./cmd/corrd

# The same of two daemons on one PostgreSQL: a daemon or the database is killed every two
# seconds while 64 players write.
FLEET ?= 10000
proof-fleet:
	FLEET=$(FLEET) go test -count=1 -timeout 0 -v -run TestFleetKilledUnderLoad ./cmd/corrd

# That the proof is worth something: corrd with a fault put into it on purpose is
# found out by the seeds that are named with the fault.
mutations:
	go test -count=1 -timeout 0 -v -run TestMutations ./cmd/internal/daemon -sim.mutations
