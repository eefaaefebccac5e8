.DEFAULT_GOAL := help
.PHONY: help serve test check build release format lint bench figures instructions fuzz asan tsan python-tests examples autobahn packages dist picture docker clean

PORT ?= 8080
SECONDS = 30

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

serve: ## install missing libraries, build the release, serve (PORT=9000 ARGS="--data blog.sqlite")
	@scripts/install-libraries
	@scripts/build-release
	@exec .build/mockpostly serve --port $(PORT) $(ARGS)

test: ## install what the tests need, then run all tests: what must hold on every machine
	@scripts/install-libraries
	@scripts/test

check: ## format lint, build, tests and contracts: run it before every commit
	@scripts/install-libraries
	@scripts/check

build: ## debug build
	@scripts/install-libraries
	@scripts/describe
	@swift build

release: ## stripped release build at .build/mockpostly (static on Linux)
	@scripts/install-libraries
	@scripts/build-release

format: ## format all Swift files, and those of the dashboard, in place
	@scripts/format

lint: ## report what the formatter would change or refuse
	@scripts/format --check

bench: $(if $(ARGS),,figures) ## check the figures, measure against nginx, write Benchmarks/RESULTS.md (Linux)
	@scripts/install-libraries --bench
	@scripts/build-release
	@Benchmarks/run $(ARGS)

figures: ## check speed, memory and size against the committed limits (Linux)
	@scripts/install-libraries --test --bench
	@scripts/build-release
	@Benchmarks/figures

instructions: ## count the instructions of a request, write Benchmarks/instructions.json (Linux)
	@scripts/install-libraries --bench
	@scripts/build-release
	@Benchmarks/instructions $(ARGS)

fuzz: ## fuzz every target under Fuzz/ (SECONDS=60 each)
	@scripts/install-libraries
	@Fuzz/run $(SECONDS)

asan: ## the Swift tests under AddressSanitizer
	@scripts/install-libraries
	@scripts/sanitize address $(ARGS)

tsan: ## the Swift tests under ThreadSanitizer (ARGS="--filter Mailbox")
	@scripts/install-libraries
	@scripts/sanitize thread $(ARGS)

examples: ## the tests of the example package, with a server in process and beside `mockpostly exec`
	@scripts/install-libraries
	@Examples/check $(ARGS)

python-tests: ## the acceptance tests, from the outside (ARGS="-k name")
	@scripts/install-libraries --test
	@scripts/python-tests $(ARGS)

autobahn: ## the Autobahn WebSocket test suite (needs Python 2.7)
	@scripts/install-libraries --test
	@Tests/Autobahn/run $(ARGS)

packages: ## build all packages, and try each from its files
	@scripts/install-libraries --test
	@scripts/packages $(ARGS)

dist: ## archives, .deb and the packages for Python, Node and the JVM, into dist/
	@scripts/install-libraries --test
	@scripts/dist

picture: ## the picture of the dashboard in the README, docs/dashboard.svg
	@scripts/install-libraries --test
	@scripts/build-release
	@$$(scripts/venv venv Tests/Acceptance/requirements.txt)/python Tests/Acceptance/dashboardpicture.py \
		.build/mockpostly docs/dashboard.svg

docker: ## container image mockpostly:latest
	@docker build --tag mockpostly .

clean: ## remove everything that was built
	@rm -rf .build dist
