# tagmill: `make demo` and `make test` do all the set-up there is.
SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
export SWIFT

# Suites that need a daemon, or the built command: not for the inner loop.
OUTER = --skip PCSCDaemonTests --skip EndToEndTests --skip Benchmarks
# Nothing writes to a folder of builds in which tests run, so they need not wait for each other.
TEST = $(SWIFT) test --skip-build --ignore-lock --disable-xctest
# Of a product that is built once: whole modules take less time than their files one by one, and nobody reads an index. Without a
# number of threads there is one object a module, which SwiftPM does not find. A build of tests needs its index to find them.
ONCE = $(SWIFT) build --disable-index-store -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 \
	-Xswiftc -disable-batch-mode
# What waits, and what works, at the same time. Each says at its end what it has to say.
BESIDE = $(MAKE) --no-print-directory --output-sync=target --jobs

.DEFAULT_GOAL := help
.PHONY: help deps deps-build deps-test demo build release check test test-inner test-daemon test-end-to-end \
	builds build-sanitized test-threads test-sanitized-address test-sanitized-thread build-benchmarks test-benchmarks \
	test-fuzz tables chaos fuzz mutants test-mutants install lint format clean

help:
	@echo 'make demo      build, and run jobs/demo.csv on virtual readers'
	@echo 'make test      every test, those against a real pcscd included'
	@echo 'make check     lint, and the tests that need no root and no daemon, with a part of the longest tables'
	@echo 'make tables    the tests of make check, with the whole of the longest tables'
	@echo 'make chaos     kills real runs 200 times, and goes on with them'
	@echo 'make mutants   plants faults in a copy of the product, and shows which seed of the simulator caught which'
	@echo 'make fuzz      hands every reader of bytes what no one would send: a minute each (FUZZ_SECONDS, TARGET=csv)'
	@echo 'make build     a debug build'
	@echo 'make release   a release build'
	@echo 'make install   a release build into PREFIX ($(PREFIX))'
	@echo 'make deps      install missing libraries and tools'
	@echo 'make lint | format | clean'

deps:
	@.ci/deps test

deps-build:
	@.ci/deps build

deps-test:
	@.ci/deps test

# The virtual tags are blank each time, so the demo has a journal of its own and takes them again.
demo: deps-build
	$(SWIFT) build --product tagmill
	@folder=$$(.build/debug/tagmill run jobs/demo.csv --rack jobs/demo-rack.json --again \
		--out reports/demo --journal reports/demo/tagmill.sqlite) || { \
		status=$$?; [ -z "$$folder" ] || echo "Report: $$folder/report.csv"; exit $$status; }; \
	echo; echo "Report:      $$folder/report.csv"; \
	echo "As JSON:     $$folder/report.json (every tag that was laid, the unfit one too)"; \
	echo "What failed: $$folder/failures.csv"

build: deps-build
	$(SWIFT) build

release: deps-build
	$(SWIFT) build -c release --static-swift-stdlib --product tagmill

# Under sudo there is often no Swift in PATH: then what `make release` built is installed.
install:
	@if command -v $(SWIFT) >/dev/null 2>&1; then $(MAKE) release; \
	elif [ ! -x .build/release/tagmill ]; then \
		echo "There is no Swift in PATH, and nothing was built: run 'make release' first." >&2; exit 1; fi
	install -d '$(DESTDIR)$(PREFIX)/bin'
	install -m 755 .build/release/tagmill '$(DESTDIR)$(PREFIX)/bin/tagmill'

# Installs nothing: what is missing is listed. Of the longest tables of tests a part is taken, spread evenly over each and the
# same every time (TAGMILL_TABLE_SEED=N: another one); `make test` goes through a third of them, `make tables` through all.
check:
	@TAGMILL_NO_INSTALL=1 .ci/deps build
	$(MAKE) lint
	$(SWIFT) build --build-tests
	$(TEST) $(OUTER)

test: deps-test lint
	$(SWIFT) build --build-tests
	$(MAKE) test-inner
	$(BESIDE) test-daemon test-end-to-end builds
	$(BESIDE) test-threads test-sanitized-address test-sanitized-thread
	$(MAKE) test-fuzz
	$(MAKE) test-mutants
	$(MAKE) test-benchmarks

test-inner:
	TAGMILL_LONG_TABLES=third $(TEST) $(OUTER)

# As `make test` does with a third of the longest tables, with all of each: some minutes more.
tables: deps-test
	$(SWIFT) build --build-tests
	TAGMILL_LONG_TABLES=whole $(TEST) $(OUTER)

# A pcscd of its own, in namespaces of its own.
test-daemon:
	Tests/PCSCTests/run-daemon-tests.sh

test-end-to-end:
	$(TEST) --filter EndToEndTests

# One after another: each uses all there is.
builds:
	$(MAKE) build-sanitized
	$(MAKE) build-benchmarks

# With each sanitizer the command and the server of tags; with that of threads three targets of tests too, and no others.
THREAD = --sanitize=thread --scratch-path .build-thread
ADDRESS = --sanitize=address --scratch-path .build-address
build-sanitized:
	TAGMILL_TESTS='ThreadsTests OperationsTests PCSCTests' $(SWIFT) build --build-tests $(THREAD)
	TAGMILL_TESTS= $(ONCE) --product tagmill $(ADDRESS)
	TAGMILL_TESTS= $(ONCE) --product TagServer $(ADDRESS)

# After `make build-sanitized`, as the two that follow. Long tables of one tag after another on one reader have one thread to be seen.
ONE_BY_ONE = $(addprefix --skip ,MisreadTests ChipTableTests LastingFaultTests ChannelFaultTests FaultLoopTests FaultSweepTests \
	DeathLoopTests TagActTableTests TagByteLoopTests)
test-threads:
	$(TEST) $(THREAD) --filter ThreadsTests --filter OperationsTests --filter PCSCTests $(OUTER) $(ONE_BY_ONE)

# The command as built with a sanitizer, killed, stopped and gone on with; the tests are those of .build.
test-sanitized-address:
	Tests/EndToEndTests/run-sanitized.sh address

test-sanitized-thread:
	Tests/EndToEndTests/run-sanitized.sh thread

# What is measured is measured as it is shipped: with the flags of `make release`, whose objects it shares.
build-benchmarks:
	$(SWIFT) build -c release --static-swift-stdlib --product LargeRun
	$(SWIFT) build -c release --static-swift-stdlib --product TagServer
	$(SWIFT) build -c release --static-swift-stdlib --product BareCSV
	$(SWIFT) build -c release --static-swift-stdlib --product tagmill

test-benchmarks: build-benchmarks
	$(TEST) --filter Benchmarks

# What `make test` does 20 times. TAGMILL_CHAOS_SEED=N begins with the round of that seed.
chaos: deps-test
	$(SWIFT) build --build-tests
	TAGMILL_CHAOS_KILLS=$${TAGMILL_CHAOS_KILLS:-200} $(TEST) --filter EndToEndTests.KillTests

# Every entry of the fuzzer with the same inputs each time, from one seed (Documentation/Fuzzing.md).
test-fuzz:
	FUZZ_RUNS=$${FUZZ_RUNS:-1000} FUZZ_JOBS=2 Tests/Fuzz/run.sh

# Every entry, or TARGET alone, FUZZ_SECONDS each, and then what `make test` does a few thousand times: images and messages that
# are damaged at random. TAGMILL_FUZZ_SEED=N runs the round of the image that failed alone.
fuzz: deps-build
	FUZZ_SECONDS=$${FUZZ_SECONDS:-60} Tests/Fuzz/run.sh $(TARGET)
	[ -n '$(TARGET)' ] || { $(SWIFT) build --build-tests && \
	TAGMILL_FUZZ_ROUNDS=$${TAGMILL_FUZZ_ROUNDS:-2000000} $(TEST) --filter ImageFuzzTests --filter MessageFuzzTests; }

# Each fault of Tests/Mutants in a copy of the product, which is built once as it is released: .build-mutants. MUTANTS="name …"
# tries these alone, SEEDS=N so many worlds each.
mutants: deps-build
	$(SWIFT) run Mutants --seeds $${SEEDS:-200000} $(MUTANTS)

test-mutants:
	$(SWIFT) build --product Mutants
	.build/debug/Mutants --seeds 20000

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift

format:
	$(SWIFT) format --in-place --recursive Sources Tests Package.swift

clean:
	rm -rf .build .build-*
